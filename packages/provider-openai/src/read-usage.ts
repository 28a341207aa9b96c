import { isPlainObject, type Usage } from "@rollouts/core";
import { withoutUndefined } from "./without-undefined.ts";

/** What the two APIs call tokens that go in and tokens that come out. */
interface TokenNames {
  readonly input: "input" | "prompt";
  readonly output: "output" | "completion";
}

/** Reads the usage of an answer. What was not reported, or not as a count, is absent. */
export function readUsage(raw: unknown, { input, output }: TokenNames): Usage | undefined {
  if (!isPlainObject(raw)) return undefined;
  const usage: Usage = withoutUndefined({
    inputTokens: toCount(raw[`${input}_tokens`]),
    cachedInputTokens: readDetail(raw[`${input}_tokens_details`], "cached_tokens"),
    outputTokens: toCount(raw[`${output}_tokens`]),
    reasoningTokens: readDetail(raw[`${output}_tokens_details`], "reasoning_tokens"),
    totalTokens: toCount(raw.total_tokens),
  });
  // Nothing in and nothing out is no call: a server that says so did not count.
  const isUncounted = usage.inputTokens === 0 && usage.outputTokens === 0;
  return isUncounted || Object.keys(usage).length === 0 ? undefined : usage;
}

function readDetail(details: unknown, name: string): number | undefined {
  return isPlainObject(details) ? toCount(details[name]) : undefined;
}

function toCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
