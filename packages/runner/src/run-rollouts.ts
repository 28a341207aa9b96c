import { type AttemptResult, type Environment, RolloutResult, toTaskResult } from "@rollouts/core";
import type { RunRolloutsOptions } from "./options/options.ts";
import { openRun } from "./run/open-run.ts";
import { performRun } from "./run/perform-run.ts";
import type { Run } from "./run/run.ts";
import { whatCounts } from "./run/what-counts.ts";
import { closeUnused } from "./sink/close-unused.ts";

/**
 * Runs every selected task `k` times, each attempt isolated from all others, and scores each.
 *
 * Whatever an attempt does costs only itself: it comes back as a result with a stop reason. The
 * promise rejects for misuse, before any attempt starts, and when the sink fails. An abort of `signal`,
 * and a storm of errors that every attempt would meet, end the run early with what there is. With a sink
 * that holds a part of the run already, the result holds that part too.
 *
 * @throws InvalidArgumentError for options, tasks or an agent that cannot be used; MismatchError for a
 * sink that holds attempts of another agent or policy; SinkError when the sink fails.
 */
export async function runRollouts<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected> = {},
): Promise<RolloutResult<Output>> {
  const kept = new Map<number, AttemptResult<Output>[]>();
  function keep(attempt: AttemptResult<Output>, taskPosition: number): undefined {
    const attempts = kept.get(taskPosition) ?? [];
    if (attempts.push(attempt) === 1) kept.set(taskPosition, attempts);
  }
  let run: Run<Output, Expected>;
  try {
    run = openRun(env, options, { keep, keepStored: keep });
  } catch (thrown) {
    await closeUnused(options);
    throw thrown;
  }
  const { header, abandonedCount } = await performRun(run);
  const result = new RolloutResult<Output>({
    header,
    taskResults: run.tasks.map((task, position) =>
      toTaskResult(task, whatCounts(kept.get(position) ?? [])),
    ),
    warnings: run.observer.warnings(),
    abandonedCount,
  });
  run.observer.tell({ type: "run-end", result });
  return result;
}
