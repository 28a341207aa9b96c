import type { AttemptResult } from "@rollouts/core";
import type { SftCounters } from "./sft-report.ts";

/** Why a scored attempt is no candidate for a row, by the first rule that says so; else `null`. */
export function skipReason(
  { score, run, toolCallLimitHit }: AttemptResult,
  onlyPassed: boolean,
): keyof SftCounters | null {
  if (onlyPassed && score?.passed !== true) return "skippedFailed";
  if (toolCallLimitHit) return "skippedLimitHit";
  if (run !== null && run.toolExecutions.length > 0) return "skippedToolRuns";
  return null;
}
