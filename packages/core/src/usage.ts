/** What model calls consumed. A member that the provider did not report is absent, never 0. */
export interface Usage {
  readonly inputTokens?: number | undefined;
  /** Part of `inputTokens` that was read from the provider's prompt cache. */
  readonly cachedInputTokens?: number | undefined;
  /** Includes `reasoningTokens`. */
  readonly outputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
  /** In US dollars, only when the provider says so. */
  readonly costUsd?: number | undefined;
}

const members = [
  "inputTokens",
  "cachedInputTokens",
  "outputTokens",
  "reasoningTokens",
  "totalTokens",
  "costUsd",
] as const satisfies readonly (keyof Usage)[];

/** Adds two usages member by member; a member that either lacks is unknown in the sum. */
export function addUsage(first: Usage, second: Usage): Usage {
  const sum: Record<string, number> = {};
  for (const member of members) {
    const a = first[member];
    const b = second[member];
    // Not a check for undefined: plain JavaScript may hand in null, which must not count as 0.
    if (typeof a === "number" && typeof b === "number") sum[member] = a + b;
  }
  return sum;
}
