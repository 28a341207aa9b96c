import type { Plan } from "../format/plan.ts";
import type { FileState } from "./file-state.ts";

/** How many attempts of a file do not count, by the first reason that holds. */
export interface HiddenAttempts {
  /** Of tasks that the plan has no longer. */
  readonly otherTask: number;
  /** Of an input that the task has no longer. */
  readonly otherInput: number;
  /** Of an index that is not below the plan's `k`. */
  readonly beyondK: number;
}

export function countHidden({ state, plan }: { state: FileState; plan: Plan }): HiddenAttempts {
  const { k } = plan.header;
  const hidden = { otherTask: 0, otherInput: 0, beyondK: 0 };
  for (const { taskId, inputHash, taskInput } of state.taskInputs.all()) {
    const attempts = [...state.index.entriesOf(taskInput)].filter(({ kind }) => kind === "attempt");
    const planned = plan.tasks.get(taskId);
    if (planned === undefined) hidden.otherTask += attempts.length;
    else if (planned.entry.inputHash !== inputHash) hidden.otherInput += attempts.length;
    else hidden.beyondK += attempts.filter(({ attemptIndex }) => attemptIndex >= k).length;
  }
  return hidden;
}
