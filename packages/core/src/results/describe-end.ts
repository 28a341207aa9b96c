import type { ResultSummary } from "./summarize.ts";

/** How a run came short of its end, in a line for people; `null` when it did not. */
export function describeEnd({
  isCutOff,
  stoppedEarly,
}: Pick<ResultSummary, "isCutOff" | "stoppedEarly">): string | null {
  if (isCutOff) return "the run was cut off or goes on";
  return stoppedEarly === null ? null : `stopped early: ${stoppedEarly}`;
}
