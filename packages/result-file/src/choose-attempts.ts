import type { SelectedAttempt } from "./contents/select-attempts.ts";
import type { PlannedTask } from "./format/plan.ts";
import { tellsMore } from "./format/verdict.ts";
import type { StoredResult } from "./result-file.ts";

export interface ChosenAttempt {
  readonly file: StoredResult;
  readonly selected: SelectedAttempt;
}

export interface ChosenAttempts {
  /** By index. */
  readonly chosen: readonly ChosenAttempt[];
  /** Attempts that more than one file had. */
  readonly duplicateCount: number;
}

/**
 * One of each attempt at a task: a score that counts before none, of equal ones the first file's. A
 * verdict of another scorer, or for another expected value, is none.
 */
export async function chooseAttempts(
  files: readonly StoredResult[],
  task: PlannedTask,
): Promise<ChosenAttempts> {
  const byIndex = new Map<number, ChosenAttempt>();
  let duplicateCount = 0;
  for (const file of files) {
    if (!file.plan.tasks.has(task.entry.id)) continue;
    for (const selected of file.select(task)) {
      const { attemptIndex } = selected.attempt;
      const known = byIndex.get(attemptIndex);
      if (known !== undefined) duplicateCount += 1;
      const one = { file, selected };
      if (known === undefined || (await isBetter(one, known, task))) byIndex.set(attemptIndex, one);
    }
  }
  return { chosen: [...byIndex.values()].sort(byAttemptIndex), duplicateCount };
}

/** Reads both, since an index does not tell what a verdict comes from. */
async function isBetter(
  one: ChosenAttempt,
  other: ChosenAttempt,
  task: PlannedTask,
): Promise<boolean> {
  return tellsMore(
    await one.file.readVerdict(one.selected, task),
    await other.file.readVerdict(other.selected, task),
  );
}

function byAttemptIndex(a: ChosenAttempt, b: ChosenAttempt): number {
  return a.selected.attempt.attemptIndex - b.selected.attempt.attemptIndex;
}
