import type { AttemptResult, Environment, ResolvedTask } from "@rollouts/core";
import { runAttempt } from "./attempt.ts";
import type { Deadlines } from "./deadlines.ts";
import { createGiveTurn } from "./event-loop-turn.ts";
import type { Observer } from "./observer.ts";
import type { RunSettings } from "./options.ts";
import { runPool } from "./pool.ts";
import { createSchedule } from "./schedule.ts";

/** A run whose options and tasks have been checked. */
export interface Run<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  readonly settings: RunSettings<Output, Expected>;
  readonly tasks: readonly ResolvedTask<Expected>[];
  readonly observer: Observer<Output>;
  readonly deadlines: Deadlines;
  /** Takes an attempt that is over. Its slot is free again when this settles. */
  readonly keep: (
    attempt: AttemptResult<Output>,
    taskPosition: number,
  ) => Promise<void> | undefined;
}

/** How many attempts ended how. */
export interface AttemptCounts {
  readonly finishedCount: number;
  /** Attempts that an abort of the run ended. */
  readonly abortedCount: number;
  readonly abandonedCount: number;
  /** The kind of error that every attempt would meet, when a storm has ended the run. */
  readonly stormKind: string | null;
}

/** Runs the attempts, at most `concurrency` at a time, until all are done or the run must stop. */
export async function runAttempts<Output, Expected>(
  run: Run<Output, Expected>,
  policyFingerprint: string | null,
): Promise<AttemptCounts> {
  const { env, settings, tasks, observer, deadlines } = run;
  const { k, concurrency, order, model, seed, graceMs } = settings;
  const giveTurn = createGiveTurn();
  const isAborted = () => deadlines.isAborted();
  const schedule = createSchedule({ tasks, k, concurrency, order, isAborted });
  const attemptSettings = { env, model, policyFingerprint, seed, graceMs, deadlines, giveTurn };
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
      schedule.record(planned, finished.errorKind);
      const kept = run.keep(finished.result, taskPosition);
      observer.tell({ type: "attempt-end", attempt: finished.result });
      await kept;
    },
  });
  return { ...counts, stormKind: schedule.stormKind() };
}
