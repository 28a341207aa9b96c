import { toSafeLine } from "@rollouts/core";
import type { HiddenAttempts } from "@rollouts/result-file";
import type { ResumeExplanation, ResumeReason, ResumeStep } from "@rollouts/runner";

const reasons: Readonly<Record<ResumeReason, string>> = {
  "new-task": "new task",
  "other-input": "other input",
  "raised-k": "raised k",
  "not-finished": "never finished",
  cancelled: "cancelled",
  "other-scoring": "other scorer, metrics or expected value",
  retry: "no verdict yet",
};

/** What a resumed run does, in one line. */
export function renderResumePlan(plan: ResumeExplanation): string {
  const { keptCount, runCount, rescoreCount, plannedCount } = plan;
  if (hasNothingToDo(plan)) return `nothing to do: all ${plannedCount} attempts are there`;
  const counts = `${keptCount} of ${plannedCount} attempts stay, ${runCount} to run, ${rescoreCount} to score again`;
  return `${counts} (${countTasks(plan.steps)})`;
}

/** True when a run would add nothing. */
export function hasNothingToDo({ runCount, rescoreCount }: ResumeExplanation): boolean {
  return runCount === 0 && rescoreCount === 0;
}

/** What a resumed run would do with each task, and why. */
export function renderExplanation(plan: ResumeExplanation): string {
  const { steps, droppedTaskIds } = plan;
  const ids = steps.map(({ taskId }) => toSafeLine(taskId));
  const widestId = ids.reduce((width, id) => Math.max(width, id.length), 0);
  const width = Math.min(40, widestId);
  return [
    renderResumePlan(plan),
    ...steps.map((step, index) => `  ${(ids[index] ?? "").padEnd(width)}  ${renderStep(step)}`),
    ...droppedTaskIds.map(
      (id) => `  ${toSafeLine(id).padEnd(width)}  not selected, stays in the file`,
    ),
  ].join("\n");
}

/** Attempts that are in the file and do not count, in one line; `null` when there are none. */
export function renderHidden({ beyondK, otherInput, otherTask }: HiddenAttempts): string | null {
  const parts = [
    [beyondK, "beyond k"],
    [otherInput, "on earlier inputs"],
    [otherTask, "of tasks that are not selected"],
  ] as const;
  const there = parts.filter(([count]) => count > 0);
  if (there.length === 0) return null;
  return `more on disk: ${there.map(([count, what]) => `${count} ${what}`).join(", ")}`;
}

function renderStep({ action, reason, attemptIndexes }: ResumeStep): string {
  const what = action === "run" ? "run" : "score again";
  return `${what} ${renderIndexes(attemptIndexes)}: ${reasons[reason]}`;
}

/** Such as `0-2, 5`. */
function renderIndexes(indexes: readonly number[]): string {
  const runs: { first: number; last: number }[] = [];
  for (const index of indexes) {
    const open = runs.at(-1);
    if (open?.last === index - 1) open.last = index;
    else runs.push({ first: index, last: index });
  }
  return runs
    .map(({ first, last }) => (first === last ? `${first}` : `${first}-${last}`))
    .join(", ");
}

/** Such as `other input: 1 task`. */
function countTasks(steps: readonly ResumeStep[]): string {
  const counts = new Map<ResumeReason, number>();
  for (const { reason } of steps) counts.set(reason, (counts.get(reason) ?? 0) + 1);
  const parts = [...counts].map(
    ([reason, count]) => `${reasons[reason]}: ${count} ${count === 1 ? "task" : "tasks"}`,
  );
  return parts.join("; ");
}
