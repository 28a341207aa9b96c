import {
  type AgentRun,
  type CompletedRun,
  describeThrown,
  type ResolvedTask,
  type ScoreContext,
  type Scorer,
} from "@rollouts/core";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import type { Deadline } from "../time/deadline.ts";
import { cutOff, type Judgement, judge } from "./judge.ts";
import type { ScorerUsage } from "./scorer-usage.ts";

/** The run of an attempt that is over, and what it is held to. */
export interface StoredRun<Output, Expected> {
  readonly run: CompletedRun<Output>;
  /** Frozen, since the scorer sees it. */
  readonly task: ResolvedTask<Expected>;
  readonly attemptIndex: number;
}

export interface JudgingTools {
  readonly deadline: Deadline;
  readonly gate: AttemptGate;
  readonly usage: ScorerUsage;
}

/**
 * Asks a scorer about a run of before. Never rejects: out of time, there is no verdict, and none when the
 * run is aborted before there is one.
 */
export async function judgeStored<Output, Expected>(
  scorer: Scorer<Output, Expected>,
  { run, task, attemptIndex }: StoredRun<Output, Expected>,
  { deadline, gate, usage }: JudgingTools,
): Promise<Judgement> {
  const context: ScoreContext = {
    task,
    attemptIndex,
    signal: deadline.signal,
    gate: (model) => usage.book(model, gate),
  };
  const toJudge = { run, expected: task.expected as Expected, context, usage };
  const isCancelled = () => deadline.fired() === "cancelled";
  if (isCancelled()) return cutOff(deadline.signal.reason);
  const judgement = await deadline.limit(judge(scorer, toJudge)).catch(outOfTime);
  return isCancelled() ? cutOff(deadline.signal.reason) : judgement;
}

function outOfTime(thrown: unknown): Judgement {
  const reason = describeThrown(thrown);
  const unscored = { cause: "timeout", reason } as const;
  return { score: null, unscored, error: `scorer: ${reason}`, errorType: null };
}

/** Only what an agent completed can be judged. */
export function isCompleted<Output>(run: AgentRun<Output> | null): run is CompletedRun<Output> {
  return run?.status === "completed";
}
