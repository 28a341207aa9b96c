import type { Model, ModelRequest, ModelResponse } from "@rollouts/core";
import { backoffMs } from "./backoff.ts";
import { isBudgetSpent } from "./budget-spent.ts";
import type { Clock } from "./clock.ts";
import { type Caller, type CallPurpose, type Entrance, makeGatedCall } from "./gated-call.ts";
import type { Lane } from "./lane.ts";
import type { OpenCall } from "./open-call.ts";
import type { SharedSamples } from "./shared-samples.ts";
import { sleep } from "./sleep.ts";
import { createWaitMeter, type WaitMeter } from "./wait-meter.ts";

/** The time of an attempt, as a `Deadline` keeps it. */
export interface AttemptTime {
  readonly signal: AbortSignal;
  remainingMs(): number;
  cancel(reason: unknown): void;
}

/** What the gates of all attempts of a run share. */
export interface SharedGate {
  readonly clock: Clock;
  readonly modelTries: number;
  /** Aborts when the budget is spent; absent without a budget. */
  readonly budgetEnded: AbortSignal | undefined;
  /** Where the calls of a model come in. */
  entranceOf(model: Model, purpose: CallPurpose): Entrance;
  readonly samples: SharedSamples;
  onCall(): void;
  /** The budget has refused a call. */
  onRefusal(): void;
  /** `asker` is the number of the attempt whose agent asked; `null` for a scorer. */
  onReply(model: Model, response: ModelResponse, asker: number | null): void;
  onLongPause(entrance: Entrance, durationMs: number): void;
}

/** An attempt, as far as its calls are concerned. */
export interface Admission {
  /** Another one for each attempt. */
  readonly number: number;
  /** How many attempts at the same task the run makes. */
  readonly attemptCount: number;
}

/**
 * Puts the model calls of one attempt behind the gate, and keeps account of them.
 *
 * A class, and made of as little as possible until there is a call: every attempt has one.
 */
export class AttemptGate implements Caller {
  /** The model that the agent calls unless it chooses another. */
  ownModel: Model | undefined;
  private readonly shared: SharedGate;
  private readonly time: AttemptTime;
  private readonly admission: Admission;
  private hasEnded = false;
  private meter: WaitMeter | undefined;
  private calls: Set<OpenCall> | undefined;
  private retries: Map<string, number> | undefined;
  private pausedBy: Lane | undefined;
  private lostText: "none" | "of the last call" | "void" = "none";

  constructor(shared: SharedGate, time: AttemptTime, admission: Admission) {
    this.shared = shared;
    this.time = time;
    this.admission = admission;
  }

  /** Makes a call of a model. An agent that the budget refuses a call is cancelled. */
  async call(model: Model, purpose: CallPurpose, request: ModelRequest): Promise<ModelResponse> {
    const { shared, time } = this;
    const entrance = shared.entranceOf(model, purpose);
    const isOfAgent = purpose === "agent";
    shared.onCall();
    if (isOfAgent && this.lostText !== "none") this.lostText = "void";
    try {
      const response = await (isOfAgent && model.sampleMany !== undefined
        ? this.share(entrance, request)
        : makeGatedCall(this, entrance, request));
      if (isOfAgent) this.forgetFailure();
      return response;
    } catch (error) {
      if (isOfAgent) this.noteFailure(entrance);
      if (isBudgetSpent(error)) {
        shared.onRefusal();
        // Without the call there is no honest answer, whatever the agent makes of the error.
        if (isOfAgent) time.cancel(error);
      }
      throw error;
    }
  }

  /**
   * Waits before another try of the whole attempt. False when there is no time left for one, or
   * when the attempt was ended meanwhile.
   */
  async backOff(tryCount: number): Promise<boolean> {
    // Its first call would only fail of the same pause.
    if (this.pausedBy !== undefined) return false;
    const { clock } = this.shared;
    const delayMs = backoffMs(tryCount, clock);
    if (delayMs >= this.time.remainingMs()) return false;
    const slept = sleep(delayMs, [this.time.signal], clock).then(
      () => true,
      () => false,
    );
    this.forgetFailure();
    return this.during(slept);
  }

  /** How long calls have waited: for their turn, or before another try. */
  waitedMs(): number {
    return this.meter?.totalMs() ?? 0;
  }

  /** How many calls were tried again, by the class of the error; `undefined` when none was. */
  modelRetries(): Readonly<Record<string, number>> | undefined {
    return this.retries && Object.fromEntries(this.retries);
  }

  /** The way of the calls of the agent's own model; `null` when it has none. */
  ownLane(): Lane | null {
    const { ownModel, shared } = this;
    return ownModel === undefined ? null : shared.entranceOf(ownModel, "agent").lane;
  }

  /** The one whose pause is why the agent's last call failed; `null` when that ended otherwise. */
  pausedLane(): Lane | null {
    return this.pausedBy ?? null;
  }

  /** True when the text that the agent passed on last is of a reply that was thrown away. */
  isTextVoid(): boolean {
    return this.lostText === "void";
  }

  /** Lets no further call start, and takes back the places of those that were left behind. */
  close(): void {
    this.hasEnded = true;
    // A model that ignores its signal must not hold the place of others.
    for (const open of this.calls ?? []) open.failed(null);
  }

  get clock(): Clock {
    return this.shared.clock;
  }

  get modelTries(): number {
    return this.shared.modelTries;
  }

  get openCalls(): Set<OpenCall> {
    this.calls ??= new Set();
    return this.calls;
  }

  deadlineAt(): number {
    return this.shared.clock.now() + this.time.remainingMs();
  }

  isOver(): boolean {
    return this.hasEnded;
  }

  signalsOf(request: ModelRequest): readonly AbortSignal[] {
    const { budgetEnded } = this.shared;
    const { signal } = this.time;
    const own = request.signal === signal ? [signal] : [request.signal, signal];
    return budgetEnded === undefined ? own : [...own, budgetEnded];
  }

  throwIfEnded({ signal }: ModelRequest): void {
    signal.throwIfAborted();
    if (signal !== this.time.signal) this.time.signal.throwIfAborted();
    this.shared.budgetEnded?.throwIfAborted();
  }

  during<Value>(wait: Promise<Value>): Promise<Value> {
    this.meter ??= createWaitMeter(this.shared.clock);
    return this.meter.during(wait);
  }

  onReply({ model, purpose }: Entrance, response: ModelResponse): void {
    this.shared.onReply(model, response, purpose === "agent" ? this.admission.number : null);
  }

  onRetry(errorClass: string): void {
    this.retries ??= new Map();
    this.retries.set(errorClass, (this.retries.get(errorClass) ?? 0) + 1);
    if (this.lostText !== "none") this.lostText = "void";
  }

  onLostText({ purpose }: Entrance): void {
    if (purpose === "agent" && this.lostText === "none") this.lostText = "of the last call";
  }

  onLongPause(entrance: Entrance, durationMs: number): void {
    this.shared.onLongPause(entrance, durationMs);
  }

  private share(entrance: Entrance, request: ModelRequest): Promise<ModelResponse> {
    const { attemptCount } = this.admission;
    // The end of the budget is none of them: what was asked for before it is paid for.
    const call = { entrance, request, attemptCount, signals: [request.signal, this.time.signal] };
    return this.shared.samples.answer(call, {
      makeCall: (asked) => makeGatedCall(this, asked, request),
      wait: (until) => this.during(until),
      onSample: (sample) => this.onReply(entrance, sample),
    });
  }

  private noteFailure({ lane }: Entrance): void {
    this.pausedBy = lane.pausedUntil() > this.deadlineAt() ? lane : undefined;
  }

  private forgetFailure(): void {
    this.pausedBy = undefined;
    this.lostText = "none";
  }
}
