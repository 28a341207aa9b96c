import { frozenClone, type ResolvedTask } from "@rollouts/core";

/**
 * The tasks as they are now. All attempts are made from these, whatever an attempt does to the objects
 * of the caller. One that was changed into what has no copy stays as it is, and costs its attempts.
 */
export function snapshotTasks<Expected>(
  tasks: readonly ResolvedTask<Expected>[],
): readonly ResolvedTask<Expected>[] {
  return tasks.map((task) => {
    try {
      return frozenClone(task);
    } catch {
      return task;
    }
  });
}
