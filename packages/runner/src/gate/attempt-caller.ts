import type { ModelRequest, ModelResponse } from "@rollouts/core";
import type { Clock } from "./clock.ts";
import type { Entrance } from "./entrance.ts";
import type { Amount } from "./estimates.ts";
import type { Caller } from "./gated-call.ts";
import { LostText } from "./lost-text.ts";
import type { OpenCall } from "./open-call.ts";
import type { SharedGate } from "./shared-gate.ts";
import { createWaitMeter, type WaitMeter } from "./wait-meter.ts";

/** The time of an attempt, as a `Deadline` keeps it. */
export interface AttemptTime {
  readonly signal: AbortSignal;
  remainingMs(): number;
  cancel(reason: unknown): void;
}

const nothing: Amount = { tokens: 0, costUsd: 0 };

/** An attempt as its calls see it, and what it has learned from them. */
export class AttemptCaller implements Caller {
  readonly lostText = new LostText();
  readonly #shared: SharedGate;
  readonly #time: AttemptTime;
  readonly #number: number;
  #hasEnded = false;
  #taken = nothing;
  #meter: WaitMeter | undefined;
  #openCalls: Set<OpenCall> | undefined;
  #retries: Map<string, number> | undefined;

  /** `number` is another one for each attempt. */
  constructor(shared: SharedGate, time: AttemptTime, number: number) {
    this.#shared = shared;
    this.#time = time;
    this.#number = number;
  }

  get clock(): Clock {
    return this.#shared.clock;
  }

  get modelTries(): number {
    return this.#shared.modelTries;
  }

  get openCalls(): Set<OpenCall> {
    this.#openCalls ??= new Set();
    return this.#openCalls;
  }

  deadlineAt(): number {
    return this.#shared.clock.now() + this.#time.remainingMs();
  }

  isOver(): boolean {
    return this.#hasEnded;
  }

  signalsOf(request: ModelRequest): readonly AbortSignal[] {
    const { budgetEnded } = this.#shared;
    const { signal } = this.#time;
    const own = request.signal === signal ? [signal] : [request.signal, signal];
    return budgetEnded === undefined ? own : [...own, budgetEnded];
  }

  throwIfEnded({ signal }: ModelRequest): void {
    signal.throwIfAborted();
    if (signal !== this.#time.signal) this.#time.signal.throwIfAborted();
    this.#shared.budgetEnded?.throwIfAborted();
  }

  during<Value>(wait: Promise<Value>): Promise<Value> {
    this.#meter ??= createWaitMeter(this.#shared.clock);
    return this.#meter.during(wait);
  }

  onTaken({ purpose }: Entrance, { tokens, costUsd }: Amount): void {
    if (purpose !== "agent") return;
    this.#taken = { tokens: this.#taken.tokens + tokens, costUsd: this.#taken.costUsd + costUsd };
  }

  onReply({ model, purpose }: Entrance, response: ModelResponse): void {
    this.#shared.onReply(model, response, purpose === "agent" ? this.#number : null);
  }

  onRetry(errorClass: string): void {
    this.#retries ??= new Map();
    this.#retries.set(errorClass, (this.#retries.get(errorClass) ?? 0) + 1);
    this.lostText.askAgain();
  }

  onLostText({ purpose }: Entrance): void {
    if (purpose === "agent") this.lostText.lose();
  }

  onLongPause(entrance: Entrance, durationMs: number): void {
    this.#shared.onLongPause(entrance, durationMs);
  }

  /** What the agent's calls have taken from the budget since this was asked last. */
  takenSince(): Amount {
    const taken = this.#taken;
    this.#taken = nothing;
    return taken;
  }

  /** How long calls have waited: for their turn, or before another try. */
  waitedMs(): number {
    return this.#meter?.totalMs() ?? 0;
  }

  /** How many calls were tried again, by the class of the error; `undefined` when none was. */
  retries(): Readonly<Record<string, number>> | undefined {
    return this.#retries && Object.fromEntries(this.#retries);
  }

  /** Lets no further call start, and takes back the places of those that were left behind. */
  close(): void {
    this.#hasEnded = true;
    // A model that ignores its signal must not hold the place of others.
    for (const open of this.#openCalls ?? []) open.failed(null);
  }
}
