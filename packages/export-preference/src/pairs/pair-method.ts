/**
 * How the attempts of a task are paired. Always a passing one, best score first, with a failing one.
 *
 * `matched`: the failing attempt of the nearest length, so that length is not what is learnt; each
 * attempt is used once. `all`: every pair. `best-worst`: one pair, with the lowest score.
 * `best-near-mu-2sigma`: one pair, with the score that is nearest to two standard deviations below
 * the mean of the task (arXiv 2502.16825); it needs 8 attempts.
 */
export type PairMethod = "matched" | "all" | "best-worst" | "best-near-mu-2sigma";

/** All methods. */
export const pairMethods: readonly PairMethod[] = [
  "matched",
  "all",
  "best-worst",
  "best-near-mu-2sigma",
];
