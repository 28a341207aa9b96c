import type { Environment } from "@rollouts/core";
import { createDeadlines } from "./deadlines.ts";
import { createObserver } from "./observer.ts";
import { type RunRolloutsOptions, readOptions } from "./options.ts";
import { selectTasks } from "./plan.ts";
import type { Run } from "./run-attempts.ts";

/** What each door of a run brings itself. */
export interface Door<Output> {
  readonly keep: Run<Output, unknown>["keep"];
  /** Aborts the run in place of the caller's signal. */
  readonly signal?: AbortSignal | undefined;
}

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
  const { graceMs } = settings;
  const signal = door.signal ?? settings.signal;
  return {
    env,
    settings,
    tasks,
    observer: createObserver<Output>(settings.onEvent),
    deadlines: createDeadlines({ timeoutMs: env.timeoutMs, graceMs, signal }),
    keep: door.keep,
  };
}
