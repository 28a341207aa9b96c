import { type AttemptResult, summarizeTask, type TaskSummary } from "@rollouts/core";
import type { PlannedTask } from "../format/plan.ts";
import type { AttemptEntry } from "./attempt-index.ts";
import type { Tally } from "./tallies.ts";

/** The numbers of a task from the index alone; `null` when that does not tell them. */
export function summarizeQuickly(
  { task, judgedBy }: PlannedTask,
  { entries, tally, k }: { entries: Iterable<AttemptEntry>; tally: Tally; k: number },
): TaskSummary | null {
  if (!tally.isEnough || tally.judgedBy !== judgedBy) return null;
  const attempts: AttemptResult[] = [];
  for (const entry of entries) {
    const { attemptIndex } = entry;
    if (attemptIndex >= k || attempts[attemptIndex] !== undefined) return null;
    attempts[attemptIndex] = toStandIn(entry);
  }
  const { agentUsage, scorerUsage, unreportedCount } = tally;
  return {
    // Without the holes of attempts that are missing.
    ...summarizeTask(task, Object.values(attempts)),
    // A tally is not enough when there were retries.
    usage: {
      agent: agentUsage,
      scorer: scorerUsage,
      retry: null,
      modelRetryCount: 0,
      unreportedCount,
    },
  };
}

/** An attempt as far as numbers need it. */
function toStandIn({ attemptIndex, verdict }: AttemptEntry): AttemptResult {
  const hasScore = "value" in verdict;
  return {
    taskId: "",
    attemptIndex,
    run: null,
    score: hasScore ? verdict : null,
    unscored: hasScore ? null : { cause: verdict.cause, reason: "" },
    metrics: {},
    stopReason: "completed",
    error: null,
    errorType: null,
    durationMs: 0,
    waitedMs: 0,
    toolCallLimitHit: false,
    tries: [],
  };
}
