import { isPlainObject, type Usage, withoutUndefined } from "@rollouts/core";
import type { Profile } from "../profile.ts";

/** What the two APIs call tokens that go in and tokens that come out. */
export interface TokenNames {
  readonly input: "input" | "prompt";
  readonly output: "output" | "completion";
}

/** Reads the usage of an answer. What was not reported, or not as a count, is absent. */
export function readUsage(
  raw: unknown,
  { input, output }: TokenNames,
  { tellsCost }: Profile,
): Usage | undefined {
  if (!isPlainObject(raw)) return undefined;
  const usage: Usage = withoutUndefined({
    inputTokens: toCount(raw[`${input}_tokens`]),
    cachedInputTokens: readDetail(raw[`${input}_tokens_details`], "cached_tokens"),
    outputTokens: toCount(raw[`${output}_tokens`]),
    reasoningTokens: readDetail(raw[`${output}_tokens_details`], "reasoning_tokens"),
    totalTokens: toCount(raw.total_tokens),
    costUsd: tellsCost ? toCost(raw.cost) : undefined,
  });
  return Object.keys(usage).length === 0 ? undefined : usage;
}

/** True for usage that no call can have had: a prompt takes tokens, and so does a reply with content. */
export function isImpossible(usage: Usage, hasContent: boolean): boolean {
  const { inputTokens, outputTokens, totalTokens } = usage;
  return inputTokens === 0 || totalTokens === 0 || (hasContent && outputTokens === 0);
}

function readDetail(details: unknown, name: string): number | undefined {
  return isPlainObject(details) ? toCount(details[name]) : undefined;
}

function toCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}

function toCost(value: unknown): number | undefined {
  return typeof value === "number" && Number.isFinite(value) && value >= 0 ? value : undefined;
}
