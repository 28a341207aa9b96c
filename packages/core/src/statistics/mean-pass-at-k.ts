import { meanOf } from "./mean-of.ts";
import { passAtK, passHatK } from "./pass-at-k.ts";

/** How often a task passed; the task results and task summaries of a result have this shape. */
export interface PassCounts {
  readonly scoredCount: number;
  readonly passedCount: number;
}

/** A mean over tasks, with the number of tasks that it rests on. */
export interface MeanOverTasks {
  /** `null` when no task has enough scored attempts. */
  readonly value: number | null;
  readonly taskCount: number;
}

/**
 * Mean pass@k (`passAtK`) of the tasks that have at least `k` scored attempts. Show `taskCount` beside
 * it: tasks drop out as `k` grows, so that values of different `k` may rest on different tasks, and
 * may fall.
 */
export function meanPassAtK(tasks: readonly PassCounts[], k: number): MeanOverTasks {
  return meanOverTasks(tasks, (scored, passed) => passAtK(scored, passed, k));
}

/** Mean pass^k (`passHatK`) of the tasks that have at least `k` scored attempts. */
export function meanPassHatK(tasks: readonly PassCounts[], k: number): MeanOverTasks {
  return meanOverTasks(tasks, (scored, passed) => passHatK(scored, passed, k));
}

function meanOverTasks(
  tasks: readonly PassCounts[],
  estimate: (scoredCount: number, passedCount: number) => number | null,
): MeanOverTasks {
  const values = tasks
    .map(({ scoredCount, passedCount }) => estimate(scoredCount, passedCount))
    .filter((value) => value !== null);
  return { value: values.length === 0 ? null : meanOf(values), taskCount: values.length };
}
