import { describeThrown, type ResultDiff, ResultFormatError } from "@rollouts/core";
import { quoteForShell } from "./quote-for-shell.ts";

/** What was thrown; where it says how to call a package of ours, what to type instead. */
export function describeAsTyped(thrown: unknown): string {
  const text = describeThrown(thrown);
  if (!(thrown instanceof ResultFormatError)) return text;
  return text.replace("salvage(path, out) of @rollouts/result-file", salvageCommand(thrown.path));
}

function salvageCommand(path: string): string {
  const out = `${path.replace(/\.rollouts\.jsonl$/, "")}.salvaged.rollouts.jsonl`;
  return `npx rollouts salvage ${quoteForShell(path)} ${quoteForShell(out)}`;
}

/** A warning of the runner, with the place where the command line takes prices from. */
export function warningAsTyped(warning: string): string {
  return warning.replace(
    "Give budget.prices an entry for this model id.",
    "Give it an entry in the prices of the environment file: export const prices = { ... };",
  );
}

/** A comparison; `limit` says what the command calls the share of tasks that has to be compared. */
export function diffAsTyped(diff: ResultDiff, limit: (share: string) => string): ResultDiff {
  const { withheldReason } = diff;
  if (withheldReason === null) return diff;
  const typed = withheldReason.replace(/minCoverage ([\d.]*\d)/, (_, share) => limit(share));
  return { ...diff, withheldReason: typed };
}
