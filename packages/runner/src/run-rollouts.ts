import {
  type Environment,
  type ResultEnd,
  type ResultHeader,
  RolloutResult,
  toTaskResult,
} from "@rollouts/core";
import { createDeadlines, type Deadlines } from "./deadlines.ts";
import { createObserver } from "./observer.ts";
import { type RunRolloutsOptions, type RunSettings, readOptions } from "./options.ts";
import { selectTasks } from "./plan.ts";
import { type Preparation, prepare } from "./prepare.ts";
import { type RanAttempts, type Run, runAttempts } from "./run-attempts.ts";

/**
 * Runs every selected task `k` times, each attempt isolated from all others, and scores each.
 *
 * Whatever an attempt does costs only itself: it comes back as a result with a stop reason. The
 * promise rejects only for misuse, before any attempt starts. An abort of `signal`, and an error
 * storm (all first attempts of the only task failing in one way), end the run early with what there
 * is.
 *
 * @throws InvalidArgumentError for options, tasks or an agent that cannot be used.
 */
export async function runRollouts<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected> = {},
): Promise<RolloutResult<Output>> {
  const settings = readOptions(env, options);
  const tasks = selectTasks(env, settings.tasks);
  const observer = createObserver<Output>(settings.onEvent);
  const { signal, graceMs } = settings;
  const deadlines = createDeadlines({ timeoutMs: env.timeoutMs, graceMs, signal });
  try {
    return await runChecked({ env, settings, tasks, observer, deadlines });
  } finally {
    deadlines.close();
    observer.close();
  }
}

async function runChecked<Output, Expected>(
  run: Run<Output, Expected>,
): Promise<RolloutResult<Output>> {
  const { env, settings, tasks, observer } = run;
  const startedAt = performance.now();
  const header = toHeader(env.name, settings, await prepareRun(run));
  const plannedCount = settings.k * tasks.length;
  observer.tell({ type: "run-start", header, plannedCount });

  const ran = await runAttempts(run);

  if (ran.abandonedCount > 0) {
    observer.warn(
      `${ran.abandonedCount} attempt(s) did not stop when their time was over and may still be working. Make the agent stop when context.signal aborts.`,
    );
  }
  const stoppedEarly = whyStopped(ran, plannedCount, run.deadlines);
  const end: ResultEnd = {
    status: stoppedEarly === null ? "finished" : "stopped",
    stoppedEarly,
    durationMs: performance.now() - startedAt,
  };
  const result = new RolloutResult<Output>({
    header: { ...header, end },
    taskResults: tasks.map((task, position) => toTaskResult(task, ran.attempts[position] ?? [])),
    warnings: observer.warnings(),
    abandonedCount: ran.abandonedCount,
  });
  observer.tell({ type: "run-end", result });
  return result;
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

/** An abort, or a storm, that came too late to cost anything did not stop the run. */
function whyStopped(
  { finishedCount, abortedCount }: RanAttempts<unknown>,
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
