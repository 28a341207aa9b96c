import type { AttemptResult, ResolvedTask, ResultHeader, ResultSource } from "@rollouts/core";
import type { ResumeExplanation } from "../events/resume-explanation.ts";
import type { RetryStored } from "../options/retry-stored.ts";
import { isSameInput } from "./plan-change.ts";
import { planTask, type StoredTask, type TaskPlan } from "./plan-task.ts";
import { type StoredView, viewStored } from "./stored-view.ts";

/** What is left to do of a run that a sink holds a part of. */
export interface ResumePlan {
  readonly explanation: ResumeExplanation;
  /** By position of the task. */
  readonly tasks: readonly TaskPlan[];
  readonly view: StoredView;
}

export interface ResumePlanOptions {
  readonly source: ResultSource;
  /** Of the run that goes on. */
  readonly header: ResultHeader;
  readonly tasks: readonly ResolvedTask[];
  readonly retryStored: RetryStored;
  /** Handed every stored attempt that counts. Without it, tasks that are complete are not read. */
  readonly keepStored?: ((attempt: AttemptResult, taskPosition: number) => void) | undefined;
}

/** Looks through what the sink holds, one attempt at a time. */
export async function planResume(options: ResumePlanOptions): Promise<ResumePlan> {
  const { source, header, tasks, keepStored, retryStored } = options;
  const view = await viewStored(source, { header, tasks });
  const rules = { k: header.k, storedK: source.header.k, retryStored };
  const complete =
    keepStored === undefined ? await findComplete(view, header.k) : new Set<string>();
  const plans: TaskPlan[] = [];
  for (const [position, task] of tasks.entries()) {
    const stored: StoredTask = {
      standing: standingOf(task, view),
      attempts: complete.has(task.id) ? "complete" : view.attempts(task.id),
      keep: (attempt) => keepStored?.(attempt, position),
    };
    plans.push(await planTask(task.id, stored, rules));
  }
  return { explanation: explain(plans, view, options), tasks: plans, view };
}

function standingOf(task: ResolvedTask, { tasks }: StoredView): StoredTask["standing"] {
  const stored = tasks.get(task.id);
  if (stored === undefined) return "new";
  return isSameInput(task, stored) ? "same" : "other-input";
}

/** Tasks of which every attempt has a score, by every metric too: their numbers tell that. */
async function findComplete({ summaries }: StoredView, k: number): Promise<ReadonlySet<string>> {
  const complete = new Set<string>();
  if (summaries === null) return complete;
  for await (const { task, attemptCount, scoredCount, metrics } of summaries()) {
    const isMeasured = Object.values(metrics).every(({ missingCount }) => missingCount === 0);
    if (attemptCount === k && scoredCount === k && isMeasured) complete.add(task.id);
  }
  return complete;
}

function explain(
  plans: readonly TaskPlan[],
  view: StoredView,
  { header: { k }, tasks }: ResumePlanOptions,
): ResumeExplanation {
  const runCount = plans.reduce((sum, { owed }) => sum + owed.size, 0);
  const rescoreCount = plans.reduce((sum, { rescores }) => sum + rescores.size, 0);
  const plannedCount = k * tasks.length;
  const selected = new Set(tasks.map(({ id }) => id));
  return {
    k,
    plannedCount,
    keptCount: plannedCount - runCount - rescoreCount,
    runCount,
    rescoreCount,
    steps: plans.flatMap(({ steps }) => steps),
    droppedTaskIds: [...view.tasks.keys()].filter((id) => !selected.has(id)),
  };
}
