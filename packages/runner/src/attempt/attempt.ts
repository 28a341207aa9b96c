import { type AttemptResult, type AttemptTry, describeThrown } from "@rollouts/core";
import { describeCauses } from "../failures/describe-causes.ts";
import type { Ending } from "../failures/stop-reason.ts";
import type { AttemptGate } from "../gate/attempt-gate.ts";
import type { PlannedAttempt } from "../schedule/plan.ts";
import { type Deadline, startDeadline } from "../time/deadline.ts";
import {
  type AttemptProgress,
  type AttemptTerms,
  createProgress,
  describeStep,
  endingOf,
  runOf,
} from "./attempt-progress.ts";
import type { AttemptSettings, AttemptTools } from "./attempt-settings.ts";
import { workOnAttempt } from "./attempt-work.ts";
import { toAttemptResult } from "./to-attempt-result.ts";

/** One attempt, with what only the run wants to know of it. */
export interface FinishedAttempt<Output> {
  readonly result: AttemptResult<Output>;
  /** The kind of error that ended it, or of a fatal one of its scorer; `null` when there was none. */
  readonly errorKind: string | null;
  /** True when that error would meet every other attempt as well. */
  readonly isFatal: boolean;
  /** True when an abort of the run ended it, or the budget. */
  readonly isAborted: boolean;
  /** What had not stopped when its slot was taken back; `null` when all had. */
  readonly abandoned: string | null;
  /** How its model calls went. */
  readonly calls: AttemptGate;
}

/**
 * Runs one attempt to its verdict, or to the end of its time: one try, and more while `retries` are
 * left and the last one failed without having changed anything. Never rejects.
 */
export async function runAttempt<Output, Expected>(
  planned: PlannedAttempt<Expected>,
  settings: AttemptSettings<Output, Expected>,
  warn: (message: string) => void,
): Promise<FinishedAttempt<Output>> {
  const startedAt = performance.now();
  const deadline = settings.deadlines.start();
  const gate = settings.gate.admit(deadline, settings.countAttempts(planned));
  const tools = { deadline, gate };
  const tries: AttemptTry[] = [];
  let last = await runTry(planned, settings, tools, warn);
  tries.push(last.record);
  while (mayTryAgain(last) && tries.length <= settings.retries) {
    if (!(await gate.backOff(tries.length))) break;
    last = await runTry(planned, settings, tools, warn);
    tries.push(last.record);
  }
  gate.close();
  deadline.close();
  const { ending, fired } = last;
  const result = toAttemptResult(planned, last.progress, {
    ending,
    fired,
    reason: deadline.signal.reason,
    durationMs: last.endedAt - startedAt,
    waitedMs: gate.waitedMs(),
    modelRetries: gate.modelRetries(),
    tries,
    metricNames: Object.keys(settings.env.metrics),
  });
  return {
    result,
    ...troubleOf(last),
    isAborted: ending.stopReason === "cancelled" && fired === "cancelled",
    abandoned: last.abandoned,
    calls: gate,
  };
}

/** One physical execution of an attempt. */
interface FinishedTry<Output> {
  readonly progress: AttemptProgress<Output>;
  readonly ending: Ending;
  readonly fired: "timeout" | "cancelled" | null;
  readonly endedAt: number;
  readonly abandoned: string | null;
  readonly record: AttemptTry;
}

async function runTry<Output, Expected>(
  planned: PlannedAttempt<Expected>,
  settings: AttemptSettings<Output, Expected>,
  tools: AttemptTools,
  warn: (message: string) => void,
): Promise<FinishedTry<Output>> {
  const { deadline, gate } = tools;
  const { env, graceMs } = settings;
  const startedAt = performance.now();
  const progress = createProgress<Output>();
  const isSettled = await Promise.race([
    workOnAttempt(planned, settings, tools, progress).then(() => true),
    deadline.released.then(() => false),
  ]);
  const abandoned = isSettled ? null : describeStep(progress.waitsFor);
  progress.isReleased = true;
  progress.run ??= runOf(progress, gate);
  gate.bookReport(progress.run?.usage);
  const ending = finalEnding(progress, {
    input: planned.task.input,
    timeoutMs: env.timeoutMs,
    deadline,
  });
  const fired = deadline.fired();
  const endedAt = performance.now();
  const { close } = progress;
  const problem = close === null ? null : await closeSetup(close, deadline, graceMs);
  if (problem !== null) warn(`${planned.task.id}/${planned.attemptIndex}: ${problem}`);
  const { error, errorType } = ending;
  const usage = progress.run?.usage;
  const record = { error, errorType, durationMs: endedAt - startedAt, ...(usage && { usage }) };
  return { progress, ending, fired, endedAt, abandoned, record };
}

/** Without its judge a run goes on for nothing, as without its agent. */
function troubleOf({
  ending: { errorKind, isFatal },
  progress: { judgement, fatalOfScorer },
}: FinishedTry<unknown>): Pick<FinishedAttempt<unknown>, "errorKind" | "isFatal"> {
  if (judgement === null || fatalOfScorer === null) return { errorKind, isFatal };
  return { errorKind: `the scorer's model failed: ${fatalOfScorer}`, isFatal: true };
}

/** Tools may have done what must not be done twice. */
function mayTryAgain({ ending, progress: { run } }: FinishedTry<unknown>): boolean {
  return ending.isRetryable && (run?.toolExecutions.length ?? 0) === 0;
}

/** A run that ended in time but got no verdict in time has run out of time. */
function finalEnding<Output>(progress: AttemptProgress<Output>, terms: AttemptTerms): Ending {
  const { ending, judgement } = progress;
  const isDecided = ending !== null && (ending.stopReason !== "completed" || judgement !== null);
  return isDecided ? ending : endingOf(progress, terms);
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
  const grace =
    deadline.fired() === null ? null : startDeadline({ timeoutMs: graceMs, graceMs: 0 });
  try {
    await (grace ?? deadline).limit(close());
    return null;
  } catch (thrown) {
    return `closing the set-up failed: ${describeThrown(thrown)}${describeCauses(thrown)}`;
  } finally {
    grace?.close();
  }
}
