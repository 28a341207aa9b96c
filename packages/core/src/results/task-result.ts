import type { AttemptResult } from "../attempt-result.ts";
import type { ResolvedTask } from "../task.ts";
import { summarizeTask, type TaskSummary } from "./task-summary.ts";

/** One task with its numbers and its attempts, in attempt order. */
export interface TaskResult<Output = unknown> extends TaskSummary {
  readonly attempts: readonly AttemptResult<Output>[];
}

/** Computes the numbers of one task and keeps its attempts beside them. */
export function toTaskResult<Output>(
  task: ResolvedTask,
  attempts: readonly AttemptResult<Output>[],
): TaskResult<Output> {
  return { ...summarizeTask(task, attempts), attempts };
}
