import { randomUUID } from "node:crypto";
import { refuseUnknownKeys } from "./checks/refuse-unknown-keys.ts";
import { InvalidArgumentError } from "./errors/invalid-argument-error.ts";
import { inMemoryStore } from "./in-memory-store.ts";
import type { Model } from "./model.ts";
import type { Store } from "./store.ts";

/** All that belongs to one attempt, and to no other. */
export interface AttemptContext {
  readonly taskId: string;
  readonly attemptIndex: number;
  /** Unsigned 32-bit integer, from the run's seed, the task's input and the attempt's index. */
  readonly seed: number;
  /** `rollout-` and 32 hexadecimal digits. */
  readonly sessionId: string;
  /** `rollout-user-` and 32 hexadecimal digits. */
  readonly userId: string;
  /** Fresh, empty, in memory. */
  readonly store: Store;
  /** `sealed` in an attempt: nothing that outlives it may be written. `live` in production. */
  readonly writes: "sealed" | "live";
  /** The model to call. Reading it throws when the agent declares none. */
  readonly model: Model;
  /**
   * Puts another model, one that stands in or does a job beside the conversation, under the limits
   * and the budget of the run. `model` is behind them already. Absent where there is no run.
   */
  gate?(model: Model): Model;
  /** Aborts at the deadline of the attempt, or when the caller aborts. */
  readonly signal: AbortSignal;
}

/** Every member has a fresh default. */
export interface AttemptContextOptions {
  /** Default `"t1"`. */
  readonly taskId?: string | undefined;
  /** Default 0. */
  readonly attemptIndex?: number | undefined;
  /** Default 0. */
  readonly seed?: number | undefined;
  readonly sessionId?: string | undefined;
  readonly userId?: string | undefined;
  readonly store?: Store | undefined;
  /** Default `"sealed"`. */
  readonly writes?: "sealed" | "live" | undefined;
  readonly model?: Model | undefined;
  /** Default: absent. */
  readonly gate?: ((model: Model) => Model) | undefined;
  /** Default: a signal that never aborts. */
  readonly signal?: AbortSignal | undefined;
}

const optionKeys = [
  "taskId",
  "attemptIndex",
  "seed",
  "sessionId",
  "userId",
  "store",
  "writes",
  "model",
  "gate",
  "signal",
];

/** Makes the context of one attempt: new ids, an empty store, sealed writes. */
export function createAttemptContext(options: AttemptContextOptions = {}): AttemptContext {
  refuseUnknownKeys(options, optionKeys, "createAttemptContext");
  const context = {
    taskId: options.taskId ?? "t1",
    attemptIndex: options.attemptIndex ?? 0,
    seed: options.seed ?? 0,
    sessionId: options.sessionId ?? `rollout-${randomId()}`,
    userId: options.userId ?? `rollout-user-${randomId()}`,
    store: options.store ?? inMemoryStore(),
    writes: options.writes ?? "sealed",
    signal: options.signal ?? new AbortController().signal,
    ...(options.gate === undefined ? {} : { gate: options.gate }),
  };
  const { model } = options;
  return model === undefined
    ? Object.defineProperty(context as AttemptContext, "model", missingModel)
    : { ...context, model };
}

/**
 * Not enumerable, so that a copy such as `{ ...context }` does not read it. Shared, since a getter
 * for each context would give each a hidden class of its own.
 */
const missingModel: PropertyDescriptor = {
  get(): Model {
    throw new InvalidArgumentError({
      argument: "context.model",
      message:
        "The agent reads context.model but declares no model. Give the agent a `model`, or call your own client in `run`.",
    });
  },
};

function randomId(): string {
  return randomUUID().replaceAll("-", "");
}
