import { isPlainObject, type Usage, withoutUndefined } from "@rollouts/core";

/**
 * Reads a usage, flat as in V2 or nested as from V3 on. What was not reported, or not as a count, is
 * absent; undefined when nothing was reported.
 */
export function readUsage(reported: unknown): Usage | undefined {
  if (!isPlainObject(reported)) return undefined;
  const { inputTokens, outputTokens } = reported;
  const isNested = isPlainObject(inputTokens) || isPlainObject(outputTokens);
  const usage = withoutUndefined(isNested ? readNested(reported) : readFlat(reported));
  // Nothing in and nothing out is no call: whoever says so did not count.
  const isUncounted = usage.inputTokens === 0 && usage.outputTokens === 0;
  return isUncounted || Object.keys(usage).length === 0 ? undefined : usage;
}

function readFlat(reported: Record<string, unknown>): Usage {
  return {
    inputTokens: toCount(reported.inputTokens),
    cachedInputTokens: toCount(reported.cachedInputTokens),
    outputTokens: toCount(reported.outputTokens),
    reasoningTokens: toCount(reported.reasoningTokens),
    totalTokens: toCount(reported.totalTokens),
  };
}

function readNested(reported: Record<string, unknown>): Usage {
  const { inputTokens: given, outputTokens: made, raw } = reported;
  const input = isPlainObject(given) ? given : {};
  const output = isPlainObject(made) ? made : {};
  const inputTokens = toCount(input.total);
  const outputTokens = toCount(output.total);
  const isWhole = inputTokens !== undefined && outputTokens !== undefined;
  return {
    inputTokens,
    cachedInputTokens: toDetail(input.cacheRead, raw, /cache/i),
    outputTokens,
    reasoningTokens: toDetail(output.reasoning, raw, /reason|thought|thinking/i),
    totalTokens: isWhole ? inputTokens + outputTokens : undefined,
  };
}

/** Provider packages put 0 for what is not reported, so a 0 counts only where the raw usage names it. */
function toDetail(value: unknown, raw: unknown, name: RegExp): number | undefined {
  const count = toCount(value);
  return count === 0 && raw !== undefined && !hasMember(raw, name) ? undefined : count;
}

function hasMember(value: unknown, name: RegExp): boolean {
  if (!isPlainObject(value)) return false;
  return Object.entries(value).some(
    ([key, member]) => (name.test(key) && isReported(member)) || hasMember(member, name),
  );
}

function isReported(member: unknown): boolean {
  return member !== undefined && member !== null;
}

function toCount(value: unknown): number | undefined {
  return Number.isSafeInteger(value) && Number(value) >= 0 ? Number(value) : undefined;
}
