import { canonicalJson } from "@rollouts/core";
import type { ExpectedToolCall, ToolCallScorerOptions } from "./tool-call-options.ts";

/** What the digest sees. The order of what is expected counts only where it is checked. */
export function describeOptions(options: ToolCallScorerOptions): object {
  const { ordered = false, allowAdditional = true, lenient = false } = options;
  const { expected = [], forbidden = [], arguments: byName = {} } = options;
  return {
    expected: ordered ? expected : sorted(expected),
    arguments: byName,
    forbidden: sorted(forbidden),
    ordered,
    allowAdditional,
    lenient,
  };
}

/** A name that is given twice is the same as one; two patterns are two checks. */
function sorted(calls: readonly (string | ExpectedToolCall)[]): readonly string[] {
  const names = new Set(calls.filter((call) => typeof call === "string"));
  const patterns = calls.filter((call) => typeof call !== "string");
  return [...names, ...patterns].map((call) => canonicalJson(call)).sort();
}
