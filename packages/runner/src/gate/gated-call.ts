import { type ModelRequest, type ModelResponse, RolloutsError } from "@rollouts/core";
import { backoffMs } from "./backoff.ts";
import type { Clock } from "./clock.ts";
import { withCost } from "./cost.ts";
import { refuseEmptyReply } from "./empty-reply.ts";
import type { Entrance } from "./entrance.ts";
import type { Amount } from "./estimates.ts";
import type { Lane, LaneEntry } from "./lane.ts";
import { throwIfAnyAborted } from "./on-any-abort.ts";
import { OpenCall } from "./open-call.ts";
import { type ProviderFailure, readProviderFailure } from "./provider-failure.ts";
import { sleep } from "./sleep.ts";
import { isStarved } from "./starved.ts";
import { watchText, withoutText } from "./watch-text.ts";

/** The attempt that makes a call, as far as the call is concerned. */
export interface Caller {
  readonly clock: Clock;
  readonly modelTries: number;
  /** The calls that are being made. */
  readonly openCalls: Set<OpenCall>;
  /** When the attempt is over, on the clock. */
  deadlineAt(): number;
  /** True once nobody waits for an answer any more. */
  isOver(): boolean;
  /** Whatever ends the wait of a call. */
  signalsOf(request: ModelRequest): readonly AbortSignal[];
  /** Throws the reason of the first of these signals that has aborted. */
  throwIfEnded(request: ModelRequest): void;
  /** Counts the time until `wait` settles as waiting, and settles like it. */
  during<Value>(wait: Promise<Value>): Promise<Value>;
  /** An answered call has taken so much from the budget. */
  onTaken(entrance: Entrance, amount: Amount): void;
  onReply(entrance: Entrance, response: ModelResponse): void;
  onRetry(errorClass: string): void;
  /** A try has passed on some text, and then failed. */
  onLostText(entrance: Entrance): void;
  /** The provider asks for a wait that the attempt does not have. */
  onLongPause(entrance: Entrance, durationMs: number): void;
}

/**
 * Makes a model call: waits until it may start, unless one of the signals ends that, and tries it
 * again when the provider's error says that it may pass. Nothing but this call is repeated: no tool
 * runs between its tries.
 */
export async function makeGatedCall(
  caller: Caller,
  entrance: Entrance,
  firstRequest: ModelRequest,
): Promise<ModelResponse> {
  const { modelTries, clock, openCalls } = caller;
  const { model, lane, books } = entrance;
  let request = firstRequest;
  let countedTries = 0;
  while (true) {
    const starting = startCall(caller, entrance, request);
    const open = starting instanceof Promise ? await caller.during(starting) : starting;
    if (caller.isOver()) throw giveUp(open);
    const watched = watchText(request);
    openCalls.add(open);
    try {
      const response = await model.generate(watched.request);
      openCalls.delete(open);
      const taken = open.answered(response);
      if (taken !== undefined) caller.onTaken(entrance, taken);
      if (response?.message) caller.onReply(entrance, response);
      refuseEmptyReply(response, model);
      return books.price === undefined ? response : withCost(response, books.price);
    } catch (error) {
      openCalls.delete(open);
      const failure = readProviderFailure(error);
      if (watched.hasWritten()) caller.onLostText(entrance);
      tellLongPause(caller, entrance, failure);
      open.failed(failure, error);
      if (failure === null || !failure.isRetryable) throw error;
      if (counts(failure, caller, lane)) countedTries += 1;
      const delayMs = (failure.retryAfterMs ?? 0) + backoffMs(Math.max(1, countedTries), clock);
      const isTooLate = clock.now() + delayMs >= caller.deadlineAt();
      if (countedTries >= modelTries || isTooLate) throw error;
      caller.onRetry(failure.errorClass);
      if (watched.hasWritten()) request = withoutText(request);
      await caller.during(sleep(delayMs, caller.signalsOf(request), clock));
    }
  }
}

/** How long after an answer a provider that turns calls away is still taken to work: limits are mostly of a minute. */
const aliveMs = 60_000;

/**
 * Whether a try that failed counts. It does not when the provider turned it away that has lately
 * answered others: it works, and the run is just over its rate.
 */
function counts(failure: ProviderFailure, { modelTries, clock }: Caller, lane: Lane): boolean {
  const isAlive = clock.now() - lane.answeredAt() < aliveMs;
  return !failure.isThrottled || !isAlive || modelTries === 1;
}

function startCall(
  caller: Caller,
  entrance: Entrance,
  request: ModelRequest,
): OpenCall | Promise<OpenCall> {
  const { lane, books } = entrance;
  caller.throwIfEnded(request);
  const isCounted = books.reserve !== undefined || lane.countsTokens();
  const seat = isCounted ? undefined : lane.enter(0);
  if (seat !== undefined) return new OpenCall({ request, lane, seat, books, isFirst: false });
  const call = { request, signals: caller.signalsOf(request), endsAt: caller.deadlineAt() };
  return isCounted ? startCounted(caller, entrance, call) : startUncounted(entrance, call);
}

interface CallToStart extends Pick<LaneEntry, "signals" | "endsAt"> {
  readonly request: ModelRequest;
}

async function startUncounted(
  { lane, books }: Entrance,
  { request, signals, endsAt }: CallToStart,
): Promise<OpenCall> {
  const seat = await lane.wait({ tokens: 0, endsAt, signals });
  return new OpenCall({ request, lane, seat, books, isFirst: false });
}

/**
 * Starts a call whose tokens or cost matter. A seat first and the budget last, so that only calls in
 * flight hold any of the budget.
 */
async function startCounted(
  { clock }: Caller,
  { lane, books, onStarved }: Entrance,
  { request, signals, endsAt }: CallToStart,
): Promise<OpenCall> {
  const isFirst = await books.firstCall.turn(signals).catch((reason: unknown) => {
    if (isStarved(endsAt, clock)) onStarved("the first call of the model");
    throw reason;
  });
  try {
    throwIfAnyAborted(signals);
    const tokens = lane.countsTokens() ? books.guess(request).tokens : 0;
    const seat = lane.enter(tokens) ?? (await lane.wait({ tokens, endsAt, signals }));
    try {
      const reservation = await books.reserve?.(() => books.guess(request), signals);
      return new OpenCall({ request, lane, seat, books, reservation, isFirst });
    } catch (error) {
      lane.leave(seat, { type: "failed" });
      throw error;
    }
  } catch (error) {
    if (isFirst) books.firstCall.over();
    throw error;
  }
}

/** The attempt has ended while the call waited, or before it was made. */
function giveUp(open: OpenCall): RolloutsError {
  open.withdraw();
  return new RolloutsError({
    code: "attempt_over",
    message: "This model call was not made: its attempt is over.",
  });
}

function tellLongPause(caller: Caller, entrance: Entrance, failure: ProviderFailure | null): void {
  const { retryAfterMs } = failure ?? {};
  if (retryAfterMs === undefined) return;
  if (caller.clock.now() + retryAfterMs >= caller.deadlineAt()) {
    caller.onLongPause(entrance, retryAfterMs);
  }
}
