import { type AttemptResult, describeThrown } from "@rollouts/core";
import { type AttemptProgress, createProgress, endingOf, runOf } from "./attempt-progress.ts";
import { type AttemptSettings, workOnAttempt } from "./attempt-work.ts";
import { type Deadline, startDeadline } from "./deadline.ts";
import type { PlannedAttempt } from "./plan.ts";
import type { Ending } from "./stop-reason.ts";
import { toAttemptResult } from "./to-attempt-result.ts";

/** One attempt, with what only the run wants to know of it. */
export interface FinishedAttempt<Output> {
  readonly result: AttemptResult<Output>;
  /** The kind of error that ended it; `null` when it ended otherwise. */
  readonly errorKind: string | null;
  /** True when an abort of the run ended it. */
  readonly isAborted: boolean;
  /** True when it had not stopped when its slot was taken back. */
  readonly isAbandoned: boolean;
}

/** Runs one attempt to its verdict, or to the end of its time. Never rejects. */
export async function runAttempt<Output, Expected>(
  planned: PlannedAttempt<Expected>,
  settings: AttemptSettings<Output, Expected>,
  warn: (message: string) => void,
): Promise<FinishedAttempt<Output>> {
  const startedAt = performance.now();
  const deadline = settings.deadlines.start();
  const progress = createProgress<Output>();
  const isSettled = await Promise.race([
    workOnAttempt(planned, settings, deadline, progress).then(() => true),
    deadline.released.then(() => false),
  ]);
  progress.isReleased = true;
  progress.run ??= runOf(progress);
  const { env, graceMs } = settings;
  const ending = finalEnding(progress, env.timeoutMs, deadline);
  const fired = deadline.fired();
  const durationMs = performance.now() - startedAt;
  const result = toAttemptResult(planned, progress, {
    ending,
    fired,
    durationMs,
    metricNames: Object.keys(env.metrics),
  });
  const { close } = progress;
  const problem = close === null ? null : await closeSetup(close, deadline, graceMs);
  if (problem !== null) warn(`${planned.task.id}/${planned.attemptIndex}: ${problem}`);
  deadline.close();
  return {
    result,
    errorKind: ending.errorKind,
    isAborted: ending.stopReason === "cancelled" && fired === "cancelled",
    isAbandoned: !isSettled,
  };
}

/** A run that ended in time but got no verdict in time has run out of time. */
function finalEnding<Output>(
  progress: AttemptProgress<Output>,
  timeoutMs: number,
  deadline: Deadline,
): Ending {
  const { ending, judgement } = progress;
  const isDecided = ending !== null && (ending.stopReason !== "completed" || judgement !== null);
  return isDecided ? ending : endingOf(progress, timeoutMs, deadline);
}

/**
 * Waits for the close as long as the attempt's time and grace last, or for the grace alone when the
 * time is over. Tells what went wrong.
 */
async function closeSetup(
  close: () => Promise<void>,
  deadline: Deadline,
  graceMs: number,
): Promise<string | null> {
  const patience =
    deadline.fired() === null ? deadline : startDeadline({ timeoutMs: graceMs, graceMs: 0 });
  try {
    await patience.limit(close());
    return null;
  } catch (thrown) {
    return `closing the set-up failed: ${describeThrown(thrown)}`;
  } finally {
    patience.close();
  }
}
