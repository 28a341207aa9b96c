import { type AdviceId, describeThrown, isRolloutsError } from "@rollouts/core";
import { quoteForShell } from "./quote-for-shell.ts";

/** What was thrown; what to do about it is told as it is typed. */
export function describeError(thrown: unknown): string {
  if (!isRolloutsError(thrown) || thrown.advice === undefined) return describeThrown(thrown);
  const { problem, advice } = thrown;
  const text = typed[advice.id]?.(advice.values ?? []) ?? advice.text;
  return `${problem} ${text}`;
}

const newFile = "use a new file: --out <path> in place of --resume";

/** What to type, made of what the advice is about. */
const typed: Readonly<Record<AdviceId, (values: readonly string[]) => string>> = {
  allow: (what) =>
    `Or compare them all the same with ${what.map((each) => `--allow ${each}`).join(" ")}.`,
  "lone-surrogates": () => "Take --replace-lone-surrogates.",
  merge: () => "npx rollouts merge <files...> --out <path> joins them.",
  "other-seed": () => `Leave --seed out to go on with that of before, or ${newFile}.`,
  "other-sink": () => `Go back to what they were made with, or ${newFile}.`,
  rescore: () =>
    "Or score the attempts of one by the scorer of the other: npx rollouts rescore <file> <environment> --out <path>.",
  salvage: ([path = ""]) => `${salvageCommand(path)} recovers the other lines.`,
  split: () => "Change --validation-share.",
};

function salvageCommand(path: string): string {
  const out = `${path.replace(/\.rollouts\.jsonl$/, "")}.salvaged.rollouts.jsonl`;
  return `npx rollouts salvage ${quoteForShell(path)} ${quoteForShell(out)}`;
}
