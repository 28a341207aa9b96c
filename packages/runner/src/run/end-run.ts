import { describeValue, type ResultEnd } from "@rollouts/core";
import type { Run } from "./run.ts";
import type { AttemptCounts } from "./run-attempts.ts";

/** What came of a run, in numbers. */
export interface RunCounts extends AttemptCounts {
  /** `k` times the tasks. */
  readonly plannedCount: number;
  /** Attempts that were to run: all, unless a part of the run was there already. */
  readonly owedCount: number;
  /** Attempts of before that were to be scored again. */
  readonly rescoreCount: number;
  /** How many of them have all their verdicts now. */
  readonly renewedCount: number;
}

type EndedRun = Pick<Run<never, never>, "deadlines" | "gate">;

/** What came too late to cost anything did not stop the run. */
export function whyStopped(
  counts: RunCounts,
  { deadlines, gate }: EndedRun,
): ResultEnd["stoppedEarly"] {
  const isWhole =
    counts.finishedCount === counts.owedCount && counts.renewedCount === counts.rescoreCount;
  if (deadlines.isAborted() && (!isWhole || counts.abortedCount > 0)) return "aborted";
  if (gate.refusedCount() > 0) return "budget";
  if (isWhole) return null;
  return counts.storm === null ? "budget" : "error-storm";
}

/** Says what the numbers alone do not tell. */
export function warnOfEnd<Output>(
  { observer, gate }: Pick<Run<Output, never>, "observer" | "gate">,
  counts: RunCounts,
  stoppedEarly: ResultEnd["stoppedEarly"],
): void {
  const { abandonedCount, abandoned, storm, owedCount, finishedCount, plannedCount } = counts;
  if (abandonedCount > 0) {
    observer.warn(
      `${abandonedCount} attempt(s) did not stop when their time was over and may still be working. ${[...abandoned].map(adviceFor).join(" ")}`,
    );
  }
  if (stoppedEarly === "error-storm" && storm !== null) {
    const { kind, count, example } = storm;
    observer.warn(
      `Error storm: ${count} ${count === 1 ? "attempt" : "attempts"} failed alike (${describeValue(kind)}), whatever they were asked, so ${owedCount - finishedCount} of ${plannedCount} planned attempts did not start. The first was ${example}`,
    );
  }
  if (stoppedEarly === "budget") observer.warn(gate.budgetEndedBy() ?? "");
  for (const warning of gate.closingWarnings()) observer.warn(warning);
}

function adviceFor(abandoned: string): string {
  return abandoned === "the agent factory"
    ? "Limit the time that the agent factory takes; it has no signal."
    : `Make ${abandoned} stop when context.signal aborts.`;
}
