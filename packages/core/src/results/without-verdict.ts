import type { AttemptResult } from "../attempt-result.ts";

const notJudged = {
  score: null,
  unscored: {
    cause: "not-judged",
    reason:
      "its verdict is of another scorer, other metrics or another expected value; resume the run to score it anew",
  },
} as const;

/**
 * A completed attempt whose verdict counts for nothing any more: unscored, as `not-judged`, and so are
 * its metrics. For sources that take another plan (`ResultSource.replan`).
 */
export function withoutVerdict<Output>(attempt: AttemptResult<Output>): AttemptResult<Output> {
  const metrics = Object.keys(attempt.metrics).map((name) => [name, notJudged] as const);
  return {
    ...attempt,
    ...notJudged,
    metrics: Object.fromEntries(metrics),
    // Those of a completed attempt are its scorer's.
    error: null,
    errorType: null,
  };
}
