import type { Environment } from "@rollouts/core";
import { createObserver } from "../events/observer.ts";
import { systemClock } from "../gate/clock.ts";
import { createGate } from "../gate/gate.ts";
import { type RunRolloutsOptions, readOptions } from "../options/options.ts";
import { refuseTooMany } from "../options/refuse-too-many.ts";
import { selectTasks } from "../schedule/plan.ts";
import { announceAtOnce, createCommitQueue } from "../sink/commit-queue.ts";
import { createDeadlines } from "../time/deadlines.ts";
import type { Run } from "./run.ts";

/** What each door of a run brings itself. */
export interface Door<Output> extends Pick<Run<Output, unknown>, "keep" | "keepStored"> {
  /** Aborts the run in place of the caller's signal. */
  readonly signal?: AbortSignal | undefined;
}

/** Enough to write in large groups, and little to hold or to lose. */
const pendingPerSlot = 4;

/**
 * Checks everything that the caller hands in. Nothing has begun yet.
 *
 * @throws InvalidArgumentError for options or tasks that cannot be used.
 */
export function openRun<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected>,
  door: Door<Output>,
): Run<Output, Expected> {
  const settings = readOptions(env, options);
  const tasks = selectTasks(env, settings.tasks);
  refuseTooMany(settings.k, tasks.length);
  const { graceMs, limits, budget, sink, concurrency } = settings;
  const signal = door.signal ?? settings.signal;
  const observer = createObserver<Output>(settings.onEvent);
  const commits =
    sink === undefined
      ? announceAtOnce()
      : createCommitQueue({ sink, maxPending: pendingPerSlot * concurrency });
  const { failed } = commits;
  const deadlines = createDeadlines({ timeoutMs: env.timeoutMs, graceMs, signal, failed });
  const gate = createGate({ limits, budget, clock: systemClock, warn: observer.warn });
  return {
    env,
    settings,
    tasks,
    observer,
    deadlines,
    gate,
    stored: sink?.resumeFrom,
    commits,
    isStopped: () => deadlines.isAborted() || failed.aborted || gate.budgetEndedBy() !== null,
    keep: door.keep,
    keepStored: door.keepStored,
  };
}
