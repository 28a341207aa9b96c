import {
  canonicalJson,
  type ResolvedTask,
  type ResultHeader,
  type ResultPlan,
} from "@rollouts/core";

/** What another plan changes. */
export interface PlanChange {
  readonly k: number;
  readonly isOtherScorer: boolean;
  readonly areOtherMetrics: boolean;
  /** Of a task; `null` when the plan of before does not have it, with this input. */
  isOtherExpected(taskId: string): boolean | null;
}

/** Compares a plan with that of before. */
export function changeBetween(
  stored: ResultHeader,
  storedTasks: ReadonlyMap<string, ResolvedTask>,
  { header, tasks }: ResultPlan,
): PlanChange {
  const current = new Map(tasks.map((task) => [task.id, task]));
  return {
    k: header.k,
    isOtherScorer: header.envParts.scorer !== stored.envParts.scorer,
    areOtherMetrics: header.envParts.metrics !== stored.envParts.metrics,
    isOtherExpected(taskId) {
      const [task, before] = [current.get(taskId), storedTasks.get(taskId)];
      if (task === undefined || before === undefined || !isSameInput(task, before)) return null;
      return !isSameJson(task.expected ?? null, before.expected ?? null);
    },
  };
}

/** Whether two tasks ask the agent the same. */
export function isSameInput(one: ResolvedTask, other: ResolvedTask): boolean {
  return isSameJson(one.input, other.input);
}

/** What has no JSON is the same as nothing. */
function isSameJson(one: unknown, other: unknown): boolean {
  try {
    return canonicalJson(one) === canonicalJson(other);
  } catch {
    return false;
  }
}
