import { describeValue, type ResultEnd, type ResultHeader } from "@rollouts/core";
import type { Deadlines } from "./deadlines.ts";
import type { RunSettings } from "./options.ts";
import { type Preparation, prepare } from "./prepare.ts";
import { type AttemptCounts, type Run, runAttempts } from "./run-attempts.ts";

/** A run that is over. */
export interface PerformedRun {
  readonly header: ResultHeader & { readonly end: ResultEnd };
  readonly abandonedCount: number;
}

/**
 * Prepares a run and runs its attempts. `onHeader` is told what the run sets out to do, before its
 * first attempt.
 *
 * @throws InvalidArgumentError when the agent cannot be built, or cannot run isolated.
 */
export async function performRun<Output, Expected>(
  run: Run<Output, Expected>,
  onHeader: (header: ResultHeader) => void = () => {},
): Promise<PerformedRun> {
  const { env, settings, tasks, observer, deadlines } = run;
  const startedAt = performance.now();
  try {
    const preparation = await prepareRun(run);
    const header = toHeader(env.name, settings, preparation);
    const plannedCount = settings.k * tasks.length;
    onHeader(header);
    observer.tell({ type: "run-start", header, plannedCount });
    const counts = await runAttempts(run, header.policyFingerprint);
    warnOfAbandoned(counts, observer.warn);
    const stoppedEarly = whyStopped(counts, plannedCount, deadlines);
    if (stoppedEarly === "error-storm") warnOfStorm(counts, plannedCount, observer.warn);
    const status = stoppedEarly === null ? "finished" : "stopped";
    const end: ResultEnd = { status, stoppedEarly, durationMs: performance.now() - startedAt };
    return { header: { ...header, end }, abandonedCount: counts.abandonedCount };
  } finally {
    deadlines.close();
  }
}

async function prepareRun<Output, Expected>({
  env,
  settings: { model },
  observer: { warn },
  deadlines,
}: Run<Output, Expected>): Promise<Preparation> {
  const deadline = deadlines.start();
  try {
    return await prepare(env, { model, deadline, warn });
  } finally {
    deadline.close();
  }
}

function warnOfAbandoned({ abandonedCount }: AttemptCounts, warn: (message: string) => void): void {
  if (abandonedCount === 0) return;
  warn(
    `${abandonedCount} attempt(s) did not stop when their time was over and may still be working. Make the agent stop when context.signal aborts.`,
  );
}

function warnOfStorm(
  { stormKind, finishedCount }: AttemptCounts,
  plannedCount: number,
  warn: (message: string) => void,
): void {
  warn(
    `Error storm: attempts fail alike (${describeValue(stormKind)}), whatever they are asked, so ${plannedCount - finishedCount} of ${plannedCount} planned attempts did not start.`,
  );
}

/** An abort, or a storm, that came too late to cost anything did not stop the run. */
function whyStopped(
  { finishedCount, abortedCount }: AttemptCounts,
  plannedCount: number,
  deadlines: Deadlines,
): ResultEnd["stoppedEarly"] {
  const isWhole = finishedCount === plannedCount;
  if (deadlines.isAborted() && (!isWhole || abortedCount > 0)) return "aborted";
  return isWhole ? null : "error-storm";
}

function toHeader<Output, Expected>(
  env: string,
  { k, seed }: RunSettings<Output, Expected>,
  { environment, policy, isolation }: Preparation,
): ResultHeader {
  return {
    env,
    k,
    seed,
    envFingerprint: environment?.fingerprint ?? null,
    policyFingerprint: policy?.fingerprint ?? null,
    envParts: environment?.parts ?? {},
    policyParts: policy?.parts ?? {},
    isolation,
    end: null,
  };
}
