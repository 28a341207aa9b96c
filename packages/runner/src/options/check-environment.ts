import {
  describeValue,
  type Environment,
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
} from "@rollouts/core";
import { isDelay } from "../values/check-number.ts";

/** Names the first member that is missing or of another kind. */
export function checkEnvironment(env: unknown): void {
  const wanted = "what defineEnvironment returned";
  if (typeof env !== "object" || env === null) throw invalidArgument("env", wanted, env);
  const { name, tasks, agent, scorer, metrics, timeoutMs } = env as Partial<Environment>;
  const members = {
    name: typeof name === "string",
    tasks: Array.isArray(tasks),
    agent: typeof agent === "function" || typeof agent?.run === "function",
    scorer: typeof scorer?.score === "function",
    metrics: isPlainObject(metrics),
    timeoutMs: isDelay(timeoutMs) && timeoutMs > 0,
  };
  const wrong = Object.entries(members).find(([, isRight]) => !isRight)?.[0];
  if (wrong === undefined) return;
  throw new InvalidArgumentError({
    argument: "env",
    message: `env must be ${wanted}, but its ${wrong} is ${describeValue((env as Record<string, unknown>)[wrong])}.`,
  });
}
