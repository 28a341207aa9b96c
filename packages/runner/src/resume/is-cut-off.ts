import type { AttemptResult, MetricResult } from "@rollouts/core";

/** Whether a verdict is missing because the run was over: a run that goes on asks again. */
export function isCutOff({ unscored }: Pick<MetricResult, "unscored">): boolean {
  return unscored?.cause === "cancelled";
}

/** Whether that is so of any verdict of an attempt: its score's, or a metric's. */
export function isAnyCutOff(attempt: Pick<AttemptResult, "unscored" | "metrics">): boolean {
  return [attempt, ...Object.values(attempt.metrics)].some(isCutOff);
}
