import {
  type AttemptResult,
  addUsage,
  type Environment,
  frozenClone,
  type MetricResult,
  type ResolvedTask,
  type Usage,
} from "@rollouts/core";
import type { Gate } from "../gate/gate.ts";
import type { RetryStored } from "../options/retry-stored.ts";
import { isCompleted, type JudgingTools, judgeStored } from "../scoring/judge-stored.ts";
import { createScorerUsage } from "../scoring/scorer-usage.ts";
import type { Deadlines } from "../time/deadlines.ts";
import { isCutOff } from "./is-cut-off.ts";
import { needsScore } from "./stored-attempt-fate.ts";
import { type StoredScore, toStoredScore } from "./stored-view.ts";

/** An attempt that is there, to be scored again. */
export interface StoredAttempt<Output, Expected> {
  readonly attempt: AttemptResult<Output>;
  readonly task: ResolvedTask<Expected>;
  /** The verdict of before, when only the metrics are others. */
  readonly validScore: StoredScore | undefined;
}

export interface RescoreSettings<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  readonly deadlines: Deadlines;
  readonly gate: Gate;
  readonly settings: { readonly retryStored: RetryStored };
}

/**
 * Gives an attempt the verdict, and the metrics, that it has not got yet: as in a run, but for the
 * agent. Those that an abort of the run cut off, or its budget, are `cancelled`, and the others kept;
 * `null` when none is new: the attempt then waits as before.
 */
export async function rescoreStored<Output, Expected>(
  stored: StoredAttempt<Output, Expected>,
  settings: RescoreSettings<Output, Expected>,
): Promise<AttemptResult<Output> | null> {
  const deadline = settings.deadlines.start();
  const calls = settings.gate.admit(deadline);
  const tools = { deadline, gate: calls, usage: createScorerUsage() };
  const changes = await judgeAll(stored, settings, tools);
  calls.close();
  deadline.close();
  return changes === null ? null : { ...stored.attempt, ...changes };
}

async function judgeAll<Output, Expected>(
  { attempt, task, validScore }: StoredAttempt<Output, Expected>,
  { env, settings: { retryStored } }: RescoreSettings<Output, Expected>,
  tools: JudgingTools,
): Promise<Partial<AttemptResult<Output>> | null> {
  const { run, attemptIndex, unscored, metrics, scorerUsage } = attempt;
  if (!isCompleted(run)) return null;
  const stored = { run, task: frozenClone(task), attemptIndex };
  const held = { ...attempt, ...validScore };
  const isAsked = needsScore(held, retryStored);
  const judgement = isAsked ? await judgeStored(env.scorer, stored, tools) : toStoredScore(held);
  const news: MetricResult[] = isAsked || validScore !== undefined ? [judgement] : [];
  // When it is only the scorer that is tried again, the metrics are good, unless they were cut off too.
  const known = new Map(unscored?.cause === "not-judged" ? [] : Object.entries(metrics));
  const measured: [string, MetricResult][] = [];
  for (const [name, metric] of Object.entries(env.metrics)) {
    const before = known.get(name);
    if (before !== undefined && !isCutOff(before)) measured.push([name, before]);
    else {
      const { score, unscored } = await judgeStored(metric, stored, tools);
      measured.push([name, { score, unscored }]);
      news.push({ score, unscored });
    }
  }
  if (news.every(isCutOff)) return null;
  const consumed = sum(scorerUsage, tools.usage.total());
  return {
    ...judgement,
    metrics: Object.fromEntries(measured),
    ...(consumed === undefined ? {} : { scorerUsage: consumed }),
  };
}

function sum(before: Usage | undefined, now: Usage | undefined): Usage | undefined {
  return before === undefined || now === undefined ? (now ?? before) : addUsage(before, now);
}
