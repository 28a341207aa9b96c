import type { AttemptResult, Environment, ResolvedTask, ResultSource } from "@rollouts/core";
import { runAttempt } from "../attempt/attempt.ts";
import type { Observer } from "../events/observer.ts";
import { systemClock } from "../gate/clock.ts";
import type { Gate } from "../gate/gate.ts";
import type { RunSettings } from "../options/options.ts";
import type { ResumePlan } from "../resume/plan-resume.ts";
import { withEarlierTries } from "../resume/with-earlier-tries.ts";
import { createPauseHold } from "../schedule/pause-hold.ts";
import type { PlannedAttempt } from "../schedule/plan.ts";
import { runPool } from "../schedule/pool.ts";
import { createSchedule } from "../schedule/schedule.ts";
import type { Storm } from "../schedule/storm.ts";
import type { CommitQueue } from "../sink/commit-queue.ts";
import type { Deadlines } from "../time/deadlines.ts";
import { createGiveTurn } from "../time/event-loop-turn.ts";

/** A run whose options and tasks have been checked. */
export interface Run<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  readonly settings: RunSettings<Output, Expected>;
  readonly tasks: readonly ResolvedTask<Expected>[];
  readonly observer: Observer<Output>;
  readonly deadlines: Deadlines;
  /** What its model calls pass through. */
  readonly gate: Gate;
  /** What the sink holds already. */
  readonly stored: ResultSource | undefined;
  /** What is announced passes through it. */
  readonly commits: CommitQueue;
  /** True when nothing is to start any more. */
  readonly isStopped: () => boolean;
  /** Takes an attempt that is over, and safe. The next one may come when this settles. */
  readonly keep: (
    attempt: AttemptResult<Output>,
    taskPosition: number,
  ) => Promise<void> | undefined;
  /** Takes an attempt that the sink has from an earlier run; absent when nobody wants them. */
  readonly keepStored: ((attempt: AttemptResult<Output>, taskPosition: number) => void) | undefined;
}

/** How many attempts ended how. */
export interface AttemptCounts {
  readonly finishedCount: number;
  /** Attempts that an abort of the run ended, or its budget. */
  readonly abortedCount: number;
  readonly abandonedCount: number;
  /** The trouble that every attempt would meet, when it has ended the run. */
  readonly storm: Storm | null;
}

export interface AttemptsToRun {
  /** `null` when it cannot be told. */
  readonly policyFingerprint: string | null;
  /** `null` when all are to run. */
  readonly resume: ResumePlan | null;
}

/** Runs the attempts, at most `concurrency` at a time, until all are done or the run must stop. */
export async function runAttempts<Output, Expected>(
  run: Run<Output, Expected>,
  { policyFingerprint, resume }: AttemptsToRun,
): Promise<AttemptCounts> {
  const { env, settings, tasks, observer, deadlines, gate, commits, isStopped } = run;
  const { k, concurrency, model } = settings;
  const giveTurn = createGiveTurn();
  const owed = resume?.tasks.map((task) => task.owed) ?? null;
  const signals = [...deadlines.signals, ...(gate.budgetEnded ? [gate.budgetEnded] : [])];
  const hold = createPauseHold({ timeoutMs: env.timeoutMs, signals, clock: systemClock });
  const schedule = createSchedule({ ...settings, tasks, owed, isStopped, hold });
  const attemptSettings = {
    ...settings,
    ...{ env, model, policyFingerprint, deadlines, gate, giveTurn },
    countAttempts: ({ taskPosition }: PlannedAttempt) => owed?.[taskPosition]?.size ?? k,
  };
  const counts = { finishedCount: 0, abortedCount: 0, abandonedCount: 0 };

  await runPool({
    concurrency: Math.min(concurrency, k * tasks.length),
    next: schedule.next,
    giveTurn,
    async work(planned) {
      const { task, taskPosition, attemptIndex } = planned;
      observer.tell({ type: "attempt-start", taskId: task.id, attemptIndex });
      const finished = await runAttempt<Output, Expected>(planned, attemptSettings, observer.warn);
      counts.finishedCount += 1;
      if (finished.isAborted) counts.abortedCount += 1;
      if (finished.isAbandoned) counts.abandonedCount += 1;
      const { errorKind, calls } = finished;
      schedule.record(planned, { errorKind, error: finished.result.error });
      hold.record(calls, errorKind !== null);
      const earlier = resume?.tasks[taskPosition]?.earlier.get(attemptIndex);
      const attempt = withEarlierTries(finished.result, earlier);
      await commits.commit({ type: "attempt", attempt }, () => {
        const kept = run.keep(attempt, taskPosition);
        observer.tell({ type: "attempt-end", attempt });
        return kept;
      });
    },
  });
  return { ...counts, storm: schedule.storm() };
}
