import type { Model, ModelRequest, ModelResponse, Usage } from "@rollouts/core";
import { AttemptCaller, type AttemptTime } from "./attempt-caller.ts";
import { backoffMs } from "./backoff.ts";
import { isBudgetSpent } from "./budget-spent.ts";
import type { CallPurpose, Entrance } from "./entrance.ts";
import { makeGatedCall } from "./gated-call.ts";
import type { Lane } from "./lane.ts";
import type { SharedGate } from "./shared-gate.ts";
import { sleep } from "./sleep.ts";

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
export class AttemptGate {
  /** The model that the agent calls unless it chooses another. */
  ownModel: Model | undefined;
  readonly #shared: SharedGate;
  readonly #time: AttemptTime;
  readonly #attemptCount: number;
  readonly #caller: AttemptCaller;
  #pausedBy: Lane | undefined;

  constructor(shared: SharedGate, time: AttemptTime, { number, attemptCount }: Admission) {
    this.#shared = shared;
    this.#time = time;
    this.#attemptCount = attemptCount;
    this.#caller = new AttemptCaller(shared, time, number);
  }

  /** Makes a call of a model. An agent that the budget refuses a call is cancelled. */
  async call(model: Model, purpose: CallPurpose, request: ModelRequest): Promise<ModelResponse> {
    const shared = this.#shared;
    const entrance = shared.entranceOf(model, purpose);
    const isOfAgent = purpose === "agent";
    shared.onCall();
    if (isOfAgent) this.#caller.lostText.askAgain();
    try {
      const response = await (isOfAgent && model.sampleMany !== undefined
        ? this.#share(entrance, request)
        : makeGatedCall(this.#caller, entrance, request));
      if (isOfAgent) this.#forgetFailure();
      return response;
    } catch (error) {
      if (isOfAgent) this.#noteFailure(entrance);
      if (isBudgetSpent(error)) {
        shared.onRefusal();
        // Without the call there is no honest answer, whatever the agent makes of the error.
        if (isOfAgent) this.#time.cancel(error);
      }
      throw error;
    }
  }

  /** Books what the agent says that one try has used, beside what its calls have taken. */
  bookReport(usage: Usage | undefined): void {
    if (this.#shared.budgetEnded === undefined) return;
    const taken = this.#caller.takenSince();
    if (usage !== undefined) this.#shared.onReport(usage, taken);
  }

  /**
   * Waits before another try of the whole attempt. False when there is no time left for one, or
   * when the attempt was ended meanwhile.
   */
  async backOff(tryCount: number): Promise<boolean> {
    // Its first call would only fail of the same pause.
    if (this.#pausedBy !== undefined) return false;
    const { clock } = this.#shared;
    const delayMs = backoffMs(tryCount, clock);
    if (delayMs >= this.#time.remainingMs()) return false;
    const slept = sleep(delayMs, [this.#time.signal], clock).then(
      () => true,
      () => false,
    );
    this.#forgetFailure();
    return this.#caller.during(slept);
  }

  /** How long calls have waited: for their turn, or before another try. */
  waitedMs(): number {
    return this.#caller.waitedMs();
  }

  /** How many calls were tried again, by the class of the error; `undefined` when none was. */
  modelRetries(): Readonly<Record<string, number>> | undefined {
    return this.#caller.retries();
  }

  /** The way of the calls of the agent's own model; `null` when it has none. */
  ownLane(): Lane | null {
    return this.ownModel === undefined
      ? null
      : this.#shared.entranceOf(this.ownModel, "agent").lane;
  }

  /** The one whose pause is why the agent's last call failed; `null` when that ended otherwise. */
  pausedLane(): Lane | null {
    return this.#pausedBy ?? null;
  }

  /** True when the text that the agent passed on last is of a reply that was thrown away. */
  isTextVoid(): boolean {
    return this.#caller.lostText.isVoid();
  }

  /** Lets no further call start, and takes back the places of those that were left behind. */
  close(): void {
    this.#caller.close();
  }

  #share(entrance: Entrance, request: ModelRequest): Promise<ModelResponse> {
    const caller = this.#caller;
    // The end of the budget is none of them: what was asked for before it is paid for.
    const signals = [request.signal, this.#time.signal];
    const call = { entrance, request, attemptCount: this.#attemptCount, signals };
    return this.#shared.samples.answer(call, {
      makeCall: (asked) => makeGatedCall(caller, asked, request),
      wait: (until) => caller.during(until),
      onSample: (sample) => caller.onReply(entrance, sample),
    });
  }

  #noteFailure({ lane }: Entrance): void {
    this.#pausedBy = lane.pausedUntil() > this.#caller.deadlineAt() ? lane : undefined;
  }

  #forgetFailure(): void {
    this.#pausedBy = undefined;
    this.#caller.lostText.forget();
  }
}
