import { type AttemptResult, type Environment, RolloutResult, toTaskResult } from "@rollouts/core";
import { openRun } from "./open-run.ts";
import type { RunRolloutsOptions } from "./options.ts";
import { performRun } from "./perform-run.ts";

/**
 * Runs every selected task `k` times, each attempt isolated from all others, and scores each.
 *
 * Whatever an attempt does costs only itself: it comes back as a result with a stop reason. The
 * promise rejects only for misuse, before any attempt starts. An abort of `signal`, and a storm of
 * errors that every attempt would meet, end the run early with what there is.
 *
 * @throws InvalidArgumentError for options, tasks or an agent that cannot be used.
 */
export async function runRollouts<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected> = {},
): Promise<RolloutResult<Output>> {
  const kept = new Map<number, AttemptResult<Output>[]>();
  const run = openRun(env, options, {
    keep(attempt, taskPosition) {
      const attempts = kept.get(taskPosition) ?? [];
      if (attempts.push(attempt) === 1) kept.set(taskPosition, attempts);
      return undefined;
    },
  });
  const { header, abandonedCount } = await performRun(run);
  const result = new RolloutResult<Output>({
    header,
    taskResults: run.tasks.map((task, position) =>
      toTaskResult(task, (kept.get(position) ?? []).sort(byAttemptIndex)),
    ),
    warnings: run.observer.warnings(),
    abandonedCount,
  });
  run.observer.tell({ type: "run-end", result });
  return result;
}

function byAttemptIndex(a: AttemptResult, b: AttemptResult): number {
  return a.attemptIndex - b.attemptIndex;
}
