import type { AttemptResult, UnscoredCause } from "@rollouts/core";
import type { SftProfile } from "../profiles/profile.ts";
import type { AttemptOutcome } from "./attempt-outcome.ts";

export interface SkipRules {
  readonly onlyPassed: boolean;
  /** `null` for none. */
  readonly minScore: number | null;
  readonly profile: Pick<SftProfile, "tools">;
}

/** Why an attempt is no candidate for a row, by the first rule that says so; else `null`. */
export function skipReason(
  attempt: AttemptResult,
  { onlyPassed, minScore, profile }: SkipRules,
): AttemptOutcome | null {
  const { score, run, toolCallLimitHit } = attempt;
  const unusable = whyUnusable(attempt);
  if (unusable !== null || score === null) return unusable;
  if (onlyPassed && !score.passed) return "skippedFailed";
  if (toolCallLimitHit) return "skippedLimitHit";
  if (profile.tools === null && run !== null && run.toolExecutions.length > 0) {
    return "skippedToolRuns";
  }
  return minScore !== null && score.value < minScore ? "skippedLowScore" : null;
}

/**
 * Why an attempt teaches nothing, passed or failed: it did not come to its end, or has no score; else
 * `null`. A truncated one has a score only if a plug-in made it so.
 */
export function whyUnusable({
  stopReason,
  run,
  score,
  unscored,
}: AttemptResult): AttemptOutcome | null {
  if (stopReason !== "completed") return outcomeOfCause(stopReason);
  if (run?.status === "truncated") return "skippedTruncated";
  return score === null ? outcomeOfCause(unscored?.cause ?? "cannot-tell") : null;
}

/** The counter of a cause for which attempts have no verdict. */
export function outcomeOfCause(cause: UnscoredCause): AttemptOutcome {
  if (cause === "error") return "skippedError";
  if (cause === "timeout") return "skippedTimeout";
  return cause === "truncated" ? "skippedTruncated" : "skippedUnscored";
}
