import { canonicalJson } from "@rollouts/core";
import { clipLine } from "../text/clip-line.ts";
import type { ToolCheck, ToolUse } from "./tool-use.ts";

/** The name of a tool for a reason, in quotes; it may be one that a model made up. */
function quoteName(name: string): string {
  return `'${clipLine(name, maxLength)}'`;
}

/** Names for a reason, such as `['a', 'b']`, sorted, each once. */
export function listNames(names: Iterable<string>): string {
  const sorted = [...new Set(names)].sort();
  const shown = sorted.slice(0, maxNames).map(quoteName);
  if (sorted.length > maxNames) shown.push(`and ${sorted.length - maxNames} more`);
  return `[${shown.join(", ")}]`;
}

const maxNames = 10;

/** A check as words: `tool 'pay' with arguments {"amount":5}`. */
export function describeCheck({ name, arguments: wanted }: ToolCheck): string {
  return `tool ${quoteName(name)}${wanted === null ? "" : ` with arguments ${showJson(wanted)}`}`;
}

/** Why an expected call counts as missing. */
export function describeMissing(
  check: ToolCheck,
  { uses, hasCandidate, ordered }: MissingFacts,
): string {
  const missing = `expected ${describeCheck(check)} has no clean execution`;
  if (hasCandidate) return `${missing}${ordered ? " at its place in the order" : " left for it"}`;
  const facts = describeOthers(uses.filter(({ name }) => name === check.name));
  return facts.length === 0 ? missing : `${missing} (${facts.join(", ")})`;
}

export interface MissingFacts {
  readonly uses: readonly ToolUse[];
  /** True when a clean execution would have done, had it not been needed elsewhere. */
  readonly hasCandidate: boolean;
  readonly ordered: boolean;
}

/** What became of the executions of the tool, none of which counts. */
function describeOthers(uses: readonly ToolUse[]): string[] {
  const counts = (["error", "rejected", "paused"] as const).map((status) => {
    return [status, uses.filter((use) => use.status === status).length] as const;
  });
  const unparsable = uses.filter((use) => use.arguments === undefined).length;
  const all = [...counts, ["arguments that are not JSON", unparsable] as const];
  const facts = all.filter(([, count]) => count > 0).map(([what, count]) => `${what}: ${count}`);
  const others = uses.filter(({ status, arguments: found }) => {
    return status === "ok" && found !== undefined;
  });
  if (others.length === 0) return facts;
  const shown = others.slice(0, maxArguments).map((use) => showJson(use.arguments));
  if (others.length > maxArguments) shown.push(`and ${others.length - maxArguments} more`);
  return [`found ${shown.join(", ")}`, ...facts];
}

const maxArguments = 3;

function showJson(value: unknown): string {
  try {
    return clipLine(canonicalJson(value), maxLength);
  } catch {
    return "what cannot be shown"; // nested too deep, or made by an agent of no JSON
  }
}

const maxLength = 100;
