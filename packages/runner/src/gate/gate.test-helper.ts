import {
  type Model,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  type ProviderErrorClass,
} from "@rollouts/core";
import type { AttemptTime } from "./attempt-caller.ts";
import type { AttemptGate } from "./attempt-gate.ts";
import type { BudgetOptions } from "./budget-options.ts";
import { readBudget } from "./budget-options.ts";
import type { Clock } from "./clock.ts";
import type { CallPurpose } from "./entrance.ts";
import { createGate, type Gate } from "./gate.ts";
import { type LimitsOptions, readLimits } from "./limits.ts";
import { wrapModel } from "./wrap-model.ts";

/** A clock that stands still until a test moves it. */
export interface FakeClock extends Clock {
  /** Lets so much time pass: timers fire in order, and what waits for them goes on in between. */
  advance(durationMs: number): Promise<void>;
  pendingTimers(): number;
}

/** `random` decides on jitter: 0 for none. */
export function createFakeClock(random: () => number = () => 0): FakeClock {
  const timers = new Map<() => void, number>();
  let time = 1000;

  function nextTimer(): readonly [callback: () => void, at: number] | undefined {
    let next: readonly [() => void, number] | undefined;
    for (const entry of timers) if (next === undefined || entry[1] < next[1]) next = entry;
    return next;
  }

  return {
    now: () => time,
    random,
    pendingTimers: () => timers.size,
    setTimer(callback, delayMs) {
      const timer = () => callback();
      timers.set(timer, time + delayMs);
      return () => timers.delete(timer);
    },
    async advance(durationMs) {
      const until = time + durationMs;
      while (true) {
        await new Promise((resolve) => setImmediate(resolve));
        const [callback, at] = nextTimer() ?? [];
        if (callback === undefined || at === undefined || at > until) break;
        time = at;
        timers.delete(callback);
        callback();
      }
      time = until;
    },
  };
}

export interface TestGateOptions {
  readonly clock: Clock;
  readonly limits?: LimitsOptions;
  readonly budget?: BudgetOptions;
  readonly warnings?: string[];
}

export function createTestGate({ clock, limits, budget, warnings = [] }: TestGateOptions): Gate {
  return createGate({
    limits: readLimits(limits),
    budget: readBudget(budget),
    clock,
    warn: (message) => warnings.push(message),
  });
}

/** A model behind the gate of an attempt. */
export function guard(own: AttemptGate, model: Model, purpose: CallPurpose): Model {
  return wrapModel(model, (request) => own.call(model, purpose, request));
}

/** For how long the account of a model takes no calls. */
export function pausedForMs(gate: Gate, model: Model, clock: Clock): number {
  const own = gate.admit(attemptTime(clock));
  own.ownModel = model;
  return Math.max(0, (own.ownLane()?.pausedUntil() ?? 0) - clock.now());
}

/** The time of an attempt that lasts so long from now. */
export function attemptTime(
  clock: Clock,
  durationMs = 120_000,
): AttemptTime & { readonly controller: AbortController } {
  const controller = new AbortController();
  const endsAt = clock.now() + durationMs;
  return {
    controller,
    signal: controller.signal,
    remainingMs: () => Math.max(0, endsAt - clock.now()),
    cancel: (reason) => controller.abort(reason),
  };
}

export function toRequest(
  text = "x",
  signal: AbortSignal = new AbortController().signal,
): ModelRequest {
  return { messages: [{ role: "user", content: text }], signal };
}

export function reply(text: string, rest: Partial<ModelResponse> = {}): ModelResponse {
  return { message: { role: "assistant", content: text }, finishReason: "stop", ...rest };
}

export function failure(errorClass: ProviderErrorClass, retryAfterMs?: number): ProviderError {
  return new ProviderError({ errorClass, message: errorClass, provider: "p", retryAfterMs });
}

/** A model of which every call is answered by a function. */
export function modelOf(
  generate: Model["generate"],
  rest: Partial<Pick<Model, "provider" | "modelId" | "account">> = {},
): Model {
  return {
    specVersion: "v1",
    provider: "p",
    modelId: "m",
    identity: () => ({ policy: {} }),
    generate,
    ...rest,
  };
}
