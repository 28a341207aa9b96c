import { runAttempt } from "../attempt/attempt.ts";
import type { AttemptSettings } from "../attempt/attempt-settings.ts";
import { systemClock } from "../gate/clock.ts";
import type { ResumePlan } from "../resume/plan-resume.ts";
import { withEarlierTries } from "../resume/with-earlier-tries.ts";
import { createPauseHold } from "../schedule/pause-hold.ts";
import { runPool } from "../schedule/pool.ts";
import { createSchedule } from "../schedule/schedule.ts";
import type { Storm } from "../schedule/storm.ts";
import { createGiveTurn } from "../time/event-loop-turn.ts";
import type { Run } from "./run.ts";

/** How many attempts ended how. */
export interface AttemptCounts {
  readonly finishedCount: number;
  /** Attempts that an abort of the run ended, or its budget. */
  readonly abortedCount: number;
  readonly abandonedCount: number;
  /** What it was of them that did not stop. */
  readonly abandoned: ReadonlySet<string>;
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
  const { k, concurrency, model, seed, graceMs, retries } = settings;
  const giveTurn = createGiveTurn();
  const owed = resume?.tasks.map((task) => task.owed) ?? null;
  const signals = [...deadlines.signals, ...(gate.budgetEnded ? [gate.budgetEnded] : [])];
  const hold = createPauseHold({ timeoutMs: env.timeoutMs, signals, clock: systemClock });
  const schedule = createSchedule({ ...settings, tasks, owed, isStopped, hold });
  const attemptSettings: AttemptSettings<Output, Expected> = {
    env,
    model,
    policyFingerprint,
    seed,
    graceMs,
    retries,
    deadlines,
    gate,
    giveTurn,
    countAttempts: ({ taskPosition }) => owed?.[taskPosition]?.size ?? k,
  };
  const counts = { finishedCount: 0, abortedCount: 0, abandonedCount: 0 };
  const abandoned = new Set<string>();

  await runPool({
    concurrency: Math.min(concurrency, k * tasks.length),
    next: schedule.next,
    giveTurn,
    async work(planned) {
      const { task, taskPosition, attemptIndex } = planned;
      observer.tell({ type: "attempt-start", taskId: task.id, attemptIndex });
      const finished = await runAttempt(planned, attemptSettings, observer.warn);
      counts.finishedCount += 1;
      if (finished.isAborted) counts.abortedCount += 1;
      if (finished.abandoned !== null) {
        counts.abandonedCount += 1;
        abandoned.add(finished.abandoned);
      }
      const { errorKind, isFatal, calls } = finished;
      schedule.record(planned, { errorKind, isFatal, error: finished.result.error });
      hold.record(calls, finished.result.stopReason === "error");
      const earlier = resume?.tasks[taskPosition]?.earlier.get(attemptIndex);
      const attempt = withEarlierTries(finished.result, earlier);
      await commits.commit({ type: "attempt", attempt }, () => {
        const kept = run.keep(attempt, taskPosition);
        observer.tell({ type: "attempt-end", attempt });
        return kept;
      });
    },
  });
  return { ...counts, abandoned, storm: schedule.storm() };
}
