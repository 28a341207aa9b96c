import type { RateLimits } from "@rollouts/core";
import { createAdaptiveLimit } from "./adaptive-limit.ts";
import type { Clock } from "./clock.ts";
import { createLanePause, type LanePause } from "./lane-pause.ts";
import type { ProviderLimits } from "./limits.ts";
import { createRates } from "./rates.ts";
import type { HeldBackBy } from "./starved.ts";

/** All that decides when one account of one provider takes another call. */
export interface LaneLimits {
  /** When a call that takes so many tokens may start; in the past or now when it may at once. */
  readyAt(tokens: number, now: number): number;
  /** What keeps it from starting. */
  heldBackBy(tokens: number, now: number): HeldBackBy;
  /** Such a call starts. */
  start(tokens: number, now: number): Seat;
  /** Learns from how a call ended. `isAwaited` tells whether others wait to start. */
  end(seat: Seat, outcome: CallOutcome, isAwaited: boolean): void;
  /** Whether starts depend on how many tokens a call takes. */
  countsTokens(): boolean;
  readonly pause: LanePause;
}

/** The place of a call in flight. */
export interface Seat {
  /** How many tokens it is expected to take. */
  readonly tokens: number;
  readonly startedAt: number;
}

/** How a call ended, as far as limits go. */
export type CallOutcome =
  | {
      readonly type: "answered";
      readonly tokens?: number | undefined;
      readonly rateLimits?: RateLimits | undefined;
    }
  | CallFailure;

interface CallFailure {
  readonly type: "throttled" | "failed";
  /** The provider asks that nothing is sent for so long. */
  readonly pauseMs?: number | undefined;
  /** Its error, for the calls that cannot wait so long. */
  readonly error?: unknown;
}

export function createLaneLimits(limits: ProviderLimits, clock: Clock): LaneLimits {
  const { inFlight: maximum = Number.POSITIVE_INFINITY } = limits;
  const adaptive = createAdaptiveLimit({ maximum, clock });
  const requests = createRates(limits.requestsPerMinute);
  const tokens = createRates(limits.tokensPerMinute);
  const pause = createLanePause(clock);
  let countsTokens = limits.tokensPerMinute !== undefined;
  let inFlightCount = 0;

  function learnFromAnswer(
    seat: Seat,
    { tokens: taken, rateLimits }: Extract<CallOutcome, { type: "answered" }>,
    isAwaited: boolean,
  ): void {
    const now = clock.now();
    pause.answered();
    adaptive.answered(isAwaited && !adaptive.allows(inFlightCount));
    if (countsTokens && taken !== undefined) tokens.take(taken - seat.tokens, now);
    if (rateLimits?.requests) requests.learn(rateLimits.requests, now);
    if (rateLimits?.tokens) {
      tokens.learn(rateLimits.tokens, now);
      countsTokens = true;
    }
  }

  function learnFromFailure({ startedAt }: Seat, { type, pauseMs = 0, error }: CallFailure): void {
    if (type === "throttled") adaptive.throttled(inFlightCount);
    if (pauseMs > 0) pause.ask(pauseMs, error);
    else if (type === "throttled") pause.backOff(startedAt, error);
  }

  return {
    readyAt(amount, now) {
      if (!adaptive.allows(inFlightCount)) return adaptive.nextStepAt();
      if (now < pause.until()) return pause.until();
      return Math.max(requests.readyAt(1, now), countsTokens ? tokens.readyAt(amount, now) : now);
    },
    heldBackBy(amount, now) {
      if (!adaptive.allows(inFlightCount)) return "calls in flight";
      if (now < pause.until()) return "a pause";
      const isByTokens = countsTokens && tokens.readyAt(amount, now) > requests.readyAt(1, now);
      return isByTokens ? "tokens per minute" : "requests per minute";
    },
    start(amount, now) {
      requests.take(1, now);
      if (countsTokens) tokens.take(amount, now);
      inFlightCount += 1;
      return { tokens: amount, startedAt: now };
    },
    end(seat, outcome, isAwaited) {
      if (outcome.type === "answered") learnFromAnswer(seat, outcome, isAwaited);
      else learnFromFailure(seat, outcome);
      inFlightCount -= 1;
    },
    countsTokens: () => countsTokens,
    pause,
  };
}
