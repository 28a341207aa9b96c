import {
  type AgentRun,
  describeThrown,
  toSafeLine,
  type UsageEvent,
  untilAborted,
} from "@rollouts/core";
import type { AgentPlan } from "./agent-plan.ts";
import { allowedWrites } from "./features/feature.ts";
import { callHook } from "./hooks.ts";
import type { RunScope } from "./run-scope.ts";

/**
 * Does what is left to do once a run has its answer: the hook, then what is to be kept of a completed
 * run. Keeping may fail without any harm to the answer; the process is warned.
 */
export async function* finishRun(
  { hooks, features }: AgentPlan,
  scope: RunScope,
  run: AgentRun,
): AsyncGenerator<UsageEvent, void, undefined> {
  const { context } = scope;
  const { signal } = context;
  await callHook(() => hooks.afterRun?.(run, context), signal);
  if (run.status !== "completed") return;
  for (const feature of features) {
    const { save } = allowedWrites(feature, context);
    if (save === undefined) continue;
    try {
      await untilAborted(save(run, scope), signal);
    } catch (error) {
      signal.throwIfAborted();
      warnNotKept(feature.option, error);
    }
    yield* scope.takeUsage();
  }
}

function warnNotKept(option: string, error: unknown): void {
  process.emitWarning(
    toSafeLine(`${option}: nothing of the run was kept: ${describeThrown(error)}`),
    { type: "RolloutsWarning", code: "not_kept" },
  );
}
