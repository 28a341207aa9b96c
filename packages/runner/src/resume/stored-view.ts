import {
  type AttemptResult,
  type ResolvedTask,
  type ResultPlan,
  type ResultSource,
  type TaskSummary,
  withoutVerdict,
} from "@rollouts/core";
import { changeBetween, type PlanChange } from "./plan-change.ts";

/** What a source holds, as another plan sees it. */
export interface StoredView {
  /** The tasks that the source was made for, by id. */
  readonly tasks: ReadonlyMap<string, ResolvedTask>;
  /** The numbers of the tasks by this plan; `null` when only reading all attempts would tell them. */
  readonly summaries: (() => AsyncIterable<TaskSummary>) | null;
  /** What of the attempts at this input counts for this plan, with `not-judged` where it must be. */
  attempts(taskId: string): AsyncIterable<AttemptResult>;
  /** What holds all the same, by index: of those that are `not-judged` because of the metrics alone. */
  validScores(taskId: string): Promise<ReadonlyMap<number, StoredScore>>;
}

export type StoredScore = Pick<AttemptResult, "score" | "unscored" | "error" | "errorType">;

export function toStoredScore(attempt: AttemptResult): StoredScore {
  const { score, unscored, error, errorType } = attempt;
  return { score, unscored, error, errorType };
}

/** Looks at a source with the eyes of another plan. */
export async function viewStored(source: ResultSource, plan: ResultPlan): Promise<StoredView> {
  const tasks = new Map<string, ResolvedTask>();
  for await (const { task } of source.tasks()) tasks.set(task.id, task);
  const change = changeBetween(source.header, tasks, plan);
  const replanned = source.replan?.(plan);
  return {
    tasks,
    summaries: replanned === undefined ? null : () => replanned.tasks(),
    attempts: (taskId) => replanned?.attempts(taskId) ?? attemptsUnder(change, source, taskId),
    validScores: (taskId) => readValidScores(change, source, taskId),
  };
}

/** The attempts of a source that cannot take another plan itself. */
async function* attemptsUnder(
  change: PlanChange,
  source: ResultSource,
  taskId: string,
): AsyncGenerator<AttemptResult, void, undefined> {
  const isOtherExpected = change.isOtherExpected(taskId);
  if (isOtherExpected === null) return;
  const isStale = isOtherExpected || change.isOtherScorer || change.areOtherMetrics;
  for await (const attempt of source.attempts(taskId)) {
    if (attempt.attemptIndex >= change.k) continue;
    yield isStale && attempt.stopReason === "completed" ? withoutVerdict(attempt) : attempt;
  }
}

/** Metrics decide nothing, so that a score outlives them. */
async function readValidScores(
  change: PlanChange,
  source: ResultSource,
  taskId: string,
): Promise<ReadonlyMap<number, StoredScore>> {
  const scores = new Map<number, StoredScore>();
  const areOnlyMetrics = change.areOtherMetrics && !change.isOtherScorer;
  if (!areOnlyMetrics || change.isOtherExpected(taskId) !== false) return scores;
  for await (const attempt of source.attempts(taskId)) {
    scores.set(attempt.attemptIndex, toStoredScore(attempt));
  }
  return scores;
}
