import {
  type AgentRun,
  type AttemptContext,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
  type TaskInput,
  untilAborted,
} from "@rollouts/core";

/**
 * Functions that are called around every run, attempts included: the ids of those start with
 * `rollout-`. What they give is ignored; what they throw fails the run.
 */
export interface AgentHooks<Output = string> {
  /** Called before anything else. */
  beforeRun?(input: TaskInput, context: AttemptContext): unknown;
  /** Called when the run has come to an end, before anything of it is kept. */
  afterRun?(run: AgentRun<Output>, context: AttemptContext): unknown;
}

/** A copy that nobody can change. Refuses what are no hooks. */
export function planHooks(hooks: unknown): AgentHooks<unknown> {
  if (hooks === undefined) return {};
  if (!isPlainObject(hooks)) throw invalidArgument("hooks", "{ beforeRun, afterRun }", hooks);
  refuseUnknownKeys(hooks, ["beforeRun", "afterRun"], "hooks");
  for (const name of ["beforeRun", "afterRun"] as const) {
    if (hooks[name] === undefined || typeof hooks[name] === "function") continue;
    throw invalidArgument(`hooks.${name}`, "a function", hooks[name]);
  }
  const { beforeRun, afterRun } = hooks as AgentHooks<unknown>;
  return Object.freeze<AgentHooks<unknown>>({
    ...(beforeRun && { beforeRun: beforeRun.bind(hooks) }),
    ...(afterRun && { afterRun: afterRun.bind(hooks) }),
  });
}

/** Waits for what a hook does, or for the signal to abort. */
export async function callHook(hook: () => unknown, signal: AbortSignal): Promise<void> {
  await untilAborted((async () => hook())(), signal);
}
