import type { AttemptResult } from "@rollouts/core";
import type { ResumeReason } from "../events/resume-explanation.ts";
import { isRetried, type RetryStored } from "../options/retry-stored.ts";
import { isAnyCutOff, isCutOff } from "./is-cut-off.ts";

/** What becomes of an attempt that is there. */
export type Fate =
  | { readonly action: "keep" }
  | { readonly action: "run" | "rescore"; readonly reason: ResumeReason };

const keep: Fate = { action: "keep" };

/** Decides by how the attempt ended, and by what its verdict comes from. */
export function decideFate(attempt: AttemptResult, retryStored: RetryStored): Fate {
  const { stopReason, unscored, run } = attempt;
  if (stopReason === "cancelled") return { action: "run", reason: "cancelled" };
  const isToRetry = isRetried(attempt, retryStored);
  if (stopReason !== "completed") return isToRetry ? { action: "run", reason: "retry" } : keep;
  // Only a source of someone else's making has completed attempts without a run.
  if (run?.status !== "completed") return keep;
  if (unscored?.cause === "not-judged") return { action: "rescore", reason: "other-scoring" };
  if (isAnyCutOff(attempt)) return { action: "rescore", reason: "cancelled" };
  return isToRetry ? { action: "rescore", reason: "retry" } : keep;
}

/** Whether an attempt that is scored again is so for its score too, not for its metrics alone. */
export function needsScore(attempt: AttemptResult, retryStored: RetryStored): boolean {
  const isOpen = attempt.unscored?.cause === "not-judged" || isCutOff(attempt);
  return isOpen || isRetried(attempt, retryStored);
}
