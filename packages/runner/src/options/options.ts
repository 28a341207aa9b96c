import {
  type Environment,
  invalidArgument,
  isPlainObject,
  maxDelayMs,
  type ResultSink,
  refuseUnknownKeys,
} from "@rollouts/core";
import type { RunEvent } from "../events/run-event.ts";
import { type BudgetLimits, type BudgetOptions, readBudget } from "../gate/budget-options.ts";
import { type Limits, type LimitsOptions, readLimits } from "../gate/limits.ts";
import { checkSink } from "../sink/check-sink.ts";
import { checkWhole, isDelay } from "../values/check-number.ts";
import { checkEnvironment } from "./check-environment.ts";
import { type PlanOptions, type PlanSettings, readPlanOptions } from "./plan-options.ts";
import { runDefaults } from "./run-defaults.ts";

/** In which order attempts start. */
export type AttemptOrder = "task-major" | "round-robin";

/** What `runRollouts` and `streamRollouts` take. */
export interface RunRolloutsOptions<Output = unknown, Expected = unknown>
  extends PlanOptions<Expected> {
  /** Attempts in flight at once, at least 1. @defaultValue 4 */
  readonly concurrency?: number | undefined;
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
  /**
   * How long an attempt may take to stop once its time is over. After that its slot is taken back
   * and whatever it still does is dropped. @defaultValue 250
   */
  readonly graceMs?: number | undefined;
  /** What the providers of models may be asked for, and how often a model call is tried. */
  readonly limits?: LimitsOptions | undefined;
  /**
   * What all model calls of the run may consume. When it is spent no further call starts, those in
   * flight end, attempts that need another are cancelled, and the run ends early.
   */
  readonly budget?: BudgetOptions | undefined;
  /**
   * How often an attempt is tried again that ended in an error which may pass: a provider's that is
   * retryable, or anything that the agent threw. Each try has a fresh context, within the time limit
   * of the attempt; none follows a tool execution, or a score. @defaultValue 0
   */
  readonly retries?: number | undefined;
  /** `false`: the run goes on whatever errors its attempts end in. @defaultValue true */
  readonly errorStorm?: boolean | undefined;
  /**
   * Where the result is written while it comes about. Nothing is announced before it is safe there, and
   * the run closes the sink, however it ends. A sink that holds a part of a run is gone on with: what is
   * missing runs, what was cancelled, and tasks that have another input; what has another scorer, metric
   * or expected value is scored again; the rest stays.
   */
  readonly sink?: ResultSink | undefined;
}

/** The options, checked, with their defaults. */
export interface RunSettings<Output, Expected>
  extends Omit<RunRolloutsOptions<Output, Expected>, "limits" | "budget" | keyof PlanSettings>,
    PlanSettings {
  readonly concurrency: number;
  readonly order: AttemptOrder;
  readonly graceMs: number;
  readonly limits: Limits;
  /** `null` for none. */
  readonly budget: BudgetLimits | null;
  readonly retries: number;
  readonly errorStorm: boolean;
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
  "limits",
  "budget",
  "retries",
  "errorStorm",
  "sink",
  "retryStored",
];
const orders: readonly unknown[] = ["task-major", "round-robin"];

/** Checks everything that the caller hands in, and fills in the defaults. */
export function readOptions<Output, Expected>(
  env: Environment<Output, Expected>,
  options: RunRolloutsOptions<Output, Expected>,
): RunSettings<Output, Expected> {
  checkEnvironment(env);
  if (!isPlainObject(options as unknown)) throw invalidArgument("options", "an object", options);
  refuseUnknownKeys(options, optionKeys, "runRollouts");
  const { sink, signal, onEvent, retries = 0, errorStorm = true } = options;
  if (sink !== undefined) checkSink(sink);
  const plan = readPlanOptions(options, sink?.resumeFrom?.header);
  const { concurrency = runDefaults.concurrency, order = "task-major", graceMs = 250 } = options;
  checkWhole("concurrency", concurrency, 1);
  checkWhole("retries", retries, 0);
  if (typeof errorStorm !== "boolean") {
    throw invalidArgument("errorStorm", "true or false", errorStorm);
  }
  if (!orders.includes(order)) throw invalidArgument("order", orders.join(" or "), order);
  if (!isDelay(graceMs)) throw invalidArgument("graceMs", `from 0 to ${maxDelayMs}`, graceMs);
  if (signal !== undefined && !isAbortSignal(signal)) {
    throw invalidArgument("signal", "an AbortSignal", signal);
  }
  if (onEvent !== undefined && typeof onEvent !== "function") {
    throw invalidArgument("onEvent", "a function (event) => void", onEvent);
  }
  const limits = readLimits(options.limits);
  const budget = readBudget(options.budget);
  return {
    ...options,
    ...plan,
    concurrency,
    order,
    graceMs,
    limits,
    budget,
    retries,
    errorStorm,
  };
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
