import {
  describeValue,
  type Environment,
  InvalidArgumentError,
  invalidArgument,
  isModel,
  isPlainObject,
  type Model,
  refuseUnknownKeys,
  type Task,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import type { RunEvent } from "./run-event.ts";

/** In which order attempts start. */
export type AttemptOrder = "task-major" | "round-robin";

export interface RunRolloutsOptions<Output = unknown, Expected = unknown> {
  /** Attempts per task, at least 1. @defaultValue 8 */
  readonly k?: number | undefined;
  /** Attempts in flight at once, at least 1. @defaultValue 4 */
  readonly concurrency?: number | undefined;
  /** The tasks to run, each one of `env.tasks` itself, in this order. @defaultValue all */
  readonly tasks?: readonly Task<Expected>[] | undefined;
  /** Takes the place of the agent's model in every attempt. */
  readonly model?: Model | undefined;
  /**
   * Stops the run: no further attempt starts, those in flight are cancelled and have the grace to
   * end, and the promise resolves with what there is.
   */
  readonly signal?: AbortSignal | undefined;
  /**
   * Told what happens, in order; nothing waits for it. If it throws, or its promise is rejected, it
   * is told nothing more and the run goes on.
   */
  readonly onEvent?: ((event: RunEvent<Output>) => void) | undefined;
  /**
   * `task-major`: all attempts of a task start before those of the next, so that prompt caches stay
   * warm. `round-robin`: attempt 0 of every task, then attempt 1, and so on, so that every task has
   * something early. Results are in task order either way. @defaultValue "task-major"
   */
  readonly order?: AttemptOrder | undefined;
  /** A whole number, at least 0, from which the seeds of all attempts come. @defaultValue 0 */
  readonly seed?: number | undefined;
  /**
   * How long an attempt may take to stop once its time is over. After that its slot is taken back
   * and whatever it still does is dropped. @defaultValue 250
   */
  readonly graceMs?: number | undefined;
}

/** The options with their defaults. */
export interface RunSettings<Output, Expected> extends RunRolloutsOptions<Output, Expected> {
  readonly k: number;
  readonly concurrency: number;
  readonly order: AttemptOrder;
  readonly seed: number;
  readonly graceMs: number;
}

const optionKeys = [
  "k",
  "concurrency",
  "tasks",
  "model",
  "signal",
  "onEvent",
  "order",
  "seed",
  "graceMs",
];
const orders: readonly unknown[] = ["task-major", "round-robin"];

/** The longest delay that a timer of JavaScript can wait. */
const maxDelayMs = 2 ** 31 - 1;

/** Checks everything that the caller hands in, and fills in the defaults. */
export function readOptions<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected>,
): RunSettings<Output, Expected> {
  checkEnvironment(env);
  if (!isPlainObject(options as unknown)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, optionKeys, "runRollouts");
  const { k = 8, concurrency = 4, order = "task-major", seed = 0, graceMs = 250 } = options;
  const { model, signal, onEvent } = options;
  checkWhole("k", k, 1);
  checkWhole("concurrency", concurrency, 1);
  checkWhole("seed", seed, 0);
  if (!orders.includes(order)) throw invalidArgument("order", orders.join(" or "), order);
  if (!isDelay(graceMs)) throw invalidArgument("graceMs", `from 0 to ${maxDelayMs}`, graceMs);
  if (model !== undefined) checkModel(model);
  if (signal !== undefined && !isAbortSignal(signal)) {
    throw invalidArgument("signal", "an AbortSignal", signal);
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw invalidArgument("onEvent", "a function (event) => void", onEvent);
  }
  return { ...options, k, concurrency, order, seed, graceMs };
}

/** Names the first member that is missing or of another kind. */
function checkEnvironment(env: unknown): void {
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

function checkModel(model: unknown): void {
  if (typeof model === "string") {
    throw new InvalidArgumentError({
      argument: "model",
      message: `model must be a Model, got the string ${describeValue(model)}. Names are not looked up: pass a model object, such as openai(${describeValue(model)}) of @rollouts/provider-openai.`,
    });
  }
  if (!isModel(model) || typeof model.identity !== "function") {
    throw invalidArgument("model", "a Model", model);
  }
  if (model.specVersion !== "v1") {
    throw new UnsupportedSpecVersionError({
      plugin: "The model given as model",
      found: model.specVersion,
      supported: ["v1"],
    });
  }
}

/** Also of another realm or a polyfill, which `instanceof` would refuse. */
function isAbortSignal(value: unknown): boolean {
  const signal = value as Partial<AbortSignal> | null;
  return (
    typeof signal === "object" &&
    typeof signal?.aborted === "boolean" &&
    typeof signal.addEventListener === "function"
  );
}

function checkWhole(argument: string, value: unknown, minimum: number): void {
  if (Number.isSafeInteger(value) && (value as number) >= minimum) return;
  throw invalidArgument(argument, `a whole number >= ${minimum}`, value);
}

function isDelay(value: unknown): value is number {
  return typeof value === "number" && value >= 0 && value <= maxDelayMs;
}
