import {
  type AttemptResult,
  addUsage,
  type Environment,
  frozenClone,
  type MetricResult,
  type ResolvedTask,
  type Usage,
} from "@rollouts/core";
import { createScorerUsage } from "../context-model.ts";
import type { Deadlines } from "../deadlines.ts";
import type { Gate } from "../gate/gate.ts";
import { isCompleted, type JudgingTools, judgeStored } from "../judge-stored.ts";
import { isCutOff } from "./is-cut-off.ts";
import { type StoredScore, toStoredScore } from "./stored-view.ts";

/** An attempt that is there, to be scored again. */
export interface StoredAttempt<Output, Expected> {
  readonly attempt: AttemptResult<Output>;
  readonly task: ResolvedTask<Expected>;
  /** The score of before, when only the metrics are others. */
  readonly validScore: StoredScore | undefined;
}

export interface RescoreSettings<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  readonly deadlines: Deadlines;
  readonly gate: Gate;
}

/**
 * Gives an attempt the verdict, and the metrics, that it has not got yet: as in a run, but for the
 * agent. `null` when the run was aborted meanwhile, or its budget refused a call: the attempt then waits
 * as before.
 */
export async function rescoreStored<Output, Expected>(
  stored: StoredAttempt<Output, Expected>,
  { env, deadlines, gate }: RescoreSettings<Output, Expected>,
): Promise<AttemptResult<Output> | null> {
  const deadline = deadlines.start();
  const calls = gate.admit(deadline);
  const tools = { deadline, gate: calls, usage: createScorerUsage() };
  const changes = await judgeAll(stored, env, tools);
  const isCancelled = deadline.fired() === "cancelled" || wasRefused(changes);
  calls.close();
  deadline.close();
  return isCancelled ? null : { ...stored.attempt, ...changes };
}

async function judgeAll<Output, Expected>(
  { attempt, task, validScore }: StoredAttempt<Output, Expected>,
  env: Environment<Output, Expected>,
  tools: JudgingTools,
): Promise<Partial<AttemptResult<Output>>> {
  const { run, attemptIndex, score, unscored, metrics, scorerUsage } = attempt;
  if (!isCompleted(run)) return {};
  const question = { run, task: frozenClone(task), attemptIndex };
  const keptScore = score === null ? validScore : toStoredScore(attempt);
  const judgement = keptScore ?? (await judgeStored(env.scorer, question, tools));
  // When it is only the scorer that is tried again, the metrics are good, unless they were cut off too.
  const known = new Map(unscored?.cause === "not-judged" ? [] : Object.entries(metrics));
  const measured: [string, MetricResult][] = [];
  for (const [name, metric] of Object.entries(env.metrics)) {
    const before = known.get(name);
    if (before !== undefined && !isCutOff(before)) measured.push([name, before]);
    else {
      const { score, unscored } = await judgeStored(metric, question, tools);
      measured.push([name, { score, unscored }]);
    }
  }
  const consumed = sum(scorerUsage, tools.usage.total());
  return {
    ...judgement,
    metrics: Object.fromEntries(measured),
    ...(consumed === undefined ? {} : { scorerUsage: consumed }),
  };
}

function wasRefused({ unscored = null, metrics = {} }: Partial<AttemptResult>): boolean {
  return [{ unscored }, ...Object.values(metrics)].some(isCutOff);
}

function sum(before: Usage | undefined, now: Usage | undefined): Usage | undefined {
  return before === undefined || now === undefined ? (now ?? before) : addUsage(before, now);
}
