import type { ResultEnd, ResultHeader } from "@rollouts/core";
import { type Preparation, prepare } from "../prepare/prepare.ts";
import { toHeader } from "../prepare/to-header.ts";
import type { ResumePlan } from "../resume/plan-resume.ts";
import { beginRun } from "./begin-run.ts";
import { type RunCounts, warnOfEnd, whyStopped } from "./end-run.ts";
import type { Run } from "./run.ts";
import { runAttempts } from "./run-attempts.ts";
import { runRescores } from "./run-rescores.ts";
import { snapshotTasks } from "./snapshot-tasks.ts";

/** A run that is over. */
export interface PerformedRun {
  readonly header: ResultHeader & { readonly end: ResultEnd };
  readonly abandonedCount: number;
}

/**
 * Prepares a run and runs its attempts. `onHeader` is told what the run sets out to do, before its
 * first attempt. The sink is closed in any case.
 *
 * @throws InvalidArgumentError when the agent cannot be built, or cannot run isolated; MismatchError when
 * the sink holds another run; SinkError when the sink fails.
 */
export async function performRun<Output, Expected>(
  run: Run<Output, Expected>,
  onHeader: (header: ResultHeader) => void = () => {},
): Promise<PerformedRun> {
  let performed: PerformedRun;
  try {
    performed = await performInSink(run, onHeader);
  } catch (thrown) {
    await run.commits.close().catch(() => {}); // the caller hears of what came first
    throw thrown;
  } finally {
    run.deadlines.close();
  }
  await run.commits.close();
  return performed;
}

async function performInSink<Output, Expected>(
  opened: Run<Output, Expected>,
  onHeader: (header: ResultHeader) => void,
): Promise<PerformedRun> {
  const startedAt = performance.now();
  const header = toHeader(opened.env.name, opened.settings, await prepareRun(opened));
  // As the fingerprints have just seen them.
  const run = { ...opened, tasks: snapshotTasks(opened.tasks) };
  const { settings, tasks, observer, deadlines, commits } = run;
  // What was cut off before it had fingerprints could never be gone on with: it is not written down.
  const isCutOff = deadlines.isAborted() && !hasFingerprints(header);
  const resume = isCutOff ? null : await beginRun(run, header);
  onHeader(header);
  const plannedCount = settings.k * tasks.length;
  const start = { type: "run-start", header, plannedCount } as const;
  observer.tell(resume === null ? start : { ...start, resume: resume.explanation });
  const counts = await runAll(run, header, resume);
  await commits.drain();
  const stoppedEarly = whyStopped(counts, run);
  warnOfEnd(run, counts, stoppedEarly);
  const status = stoppedEarly === null ? "finished" : "stopped";
  const end: ResultEnd = { status, stoppedEarly, durationMs: performance.now() - startedAt };
  const { abandonedCount } = counts;
  const warnings = observer.warnings();
  if (!isCutOff) await commits.append({ type: "end", end, warnings, abandonedCount });
  return { header: { ...header, end }, abandonedCount };
}

/** New verdicts come first: they cost least, and show early what a new scorer makes of the old runs. */
async function runAll<Output, Expected>(
  run: Run<Output, Expected>,
  { policyFingerprint }: ResultHeader,
  resume: ResumePlan | null,
): Promise<RunCounts> {
  const renewedCount = resume === null ? 0 : await runRescores(run, resume);
  const attempts = await runAttempts(run, { policyFingerprint, resume });
  const plannedCount = run.settings.k * run.tasks.length;
  const { runCount: owedCount = plannedCount, rescoreCount = 0 } = resume?.explanation ?? {};
  return { ...attempts, plannedCount, owedCount, rescoreCount, renewedCount };
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

function hasFingerprints({ envFingerprint, policyFingerprint }: ResultHeader): boolean {
  return envFingerprint !== null && policyFingerprint !== null;
}
