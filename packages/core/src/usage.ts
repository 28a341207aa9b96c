/** What model calls consumed. A member that the provider did not report is absent, never 0. */
export interface Usage {
  readonly inputTokens?: number | undefined;
  /** Part of `inputTokens` that was read from the provider's prompt cache. */
  readonly cachedInputTokens?: number | undefined;
  /** Includes `reasoningTokens`. */
  readonly outputTokens?: number | undefined;
  readonly reasoningTokens?: number | undefined;
  readonly totalTokens?: number | undefined;
  /** In US dollars: as the provider says, else by the prices of the run's budget, where it has them. */
  readonly costUsd?: number | undefined;
}

/** A new member fails to compile until it is here. */
const isMember: Readonly<Record<keyof Usage, true>> = {
  inputTokens: true,
  cachedInputTokens: true,
  outputTokens: true,
  reasoningTokens: true,
  totalTokens: true,
  costUsd: true,
};

/** The names of all members of a `Usage`. */
export const usageMembers = Object.freeze(Object.keys(isMember)) as readonly (keyof Usage)[];

/** Adds two usages member by member; a member that either lacks is unknown in the sum. */
export function addUsage(first: Usage, second: Usage): Usage {
  const sum: Record<string, number> = {};
  for (const member of usageMembers) {
    const a = first[member];
    const b = second[member];
    // Not a check for undefined: plain JavaScript may hand in null, which must not count as 0.
    if (typeof a === "number" && typeof b === "number") sum[member] = a + b;
  }
  return sum;
}
