import type { MetricResult } from "@rollouts/core";

/** Whether a verdict is missing because the run was over: a run that goes on asks again. */
export function isCutOff({ unscored }: Pick<MetricResult, "unscored">): boolean {
  return unscored?.cause === "cancelled";
}
