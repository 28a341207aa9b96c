import type { UnscoredCause } from "@rollouts/core";

/** What came of an attempt: a score, or why there is none. */
export type VerdictFacts =
  | { readonly value: number; readonly passed: boolean }
  | { readonly cause: UnscoredCause };

/**
 * Whether a later line for an attempt replaces an earlier one: a score counts before none, the first
 * score before later ones, and what was cancelled tells less than anything else.
 */
export function replaces(later: VerdictFacts, earlier: VerdictFacts): boolean {
  const [laterRank, earlierRank] = [rank(later), rank(earlier)];
  return laterRank > earlierRank || (laterRank === earlierRank && laterRank < scored);
}

/** Whether it tells more, such as a score more than none. */
export function tellsMore(one: VerdictFacts, other: VerdictFacts): boolean {
  return rank(one) > rank(other);
}

const scored = 2;

function rank(verdict: VerdictFacts): number {
  if ("value" in verdict) return scored;
  return verdict.cause === "cancelled" ? 0 : 1;
}
