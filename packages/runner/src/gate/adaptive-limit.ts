import type { Clock } from "./clock.ts";

/** How many calls may be in flight at once, learned from what the provider turns away. */
export interface AdaptiveLimit {
  /** Whether one more call may join so many. */
  allows(inFlightCount: number): boolean;
  /** When waiting alone makes it allow more; endless when only the end of a call does. */
  nextStepAt(): number;
  /** A call was answered. `isBinding` tells whether others had to wait for it. */
  answered(isBinding: boolean): void;
  /** A call was turned away (429, 529) while so many, itself included, were in flight. */
  throttled(inFlightCount: number): void;
}

export interface AdaptiveLimitOptions {
  /** Never more than this. */
  readonly maximum: number;
  readonly clock: Clock;
}

const rampSize = 32;
const rampStepMs = 250;
const cutTo = 0.85;
const coolDownMs = 2000;
const raiseBy = 0.05;

/**
 * Starts with 32 calls in flight and takes on 32 more every 250 ms while more want to start, so that
 * connections are not all opened at once. From the first call that is turned away:
 *
 * - **Cut.** The limit falls to 0.85 of what is in flight.
 * - **Cool-down.** For 2 s after a cut there is no other, since what is turned away then was sent
 *   before the cut showed. Nothing prolongs these 2 s. But what the provider turns away shows how
 *   much it holds on to: the limit follows what is left in flight.
 * - **Recovery.** While calls wait for the limit, every answer raises it: up to where it was cut by
 *   5 % (at least 1) in a full round of answers; beyond that by 1 an answer, since the provider has
 *   then shown that it takes more.
 */
export function createAdaptiveLimit({ maximum, clock }: AdaptiveLimitOptions): AdaptiveLimit {
  let limit = Math.min(rampSize, maximum);
  let isRamping = limit < maximum;
  let stepAt: number | undefined;
  let cutFrom = 0;
  let coolUntil = Number.NEGATIVE_INFINITY;

  function ramp(): void {
    const now = clock.now();
    stepAt ??= now + rampStepMs;
    if (now < stepAt) return;
    limit = Math.min(maximum, limit + rampSize);
    isRamping = limit < maximum;
    stepAt = now + rampStepMs;
  }

  return {
    allows(inFlightCount) {
      if (isRamping && (stepAt === undefined || inFlightCount >= limit)) ramp();
      return inFlightCount < Math.floor(limit);
    },
    nextStepAt: () => (isRamping && stepAt !== undefined ? stepAt : Number.POSITIVE_INFINITY),
    answered(isBinding) {
      if (isRamping || !isBinding) return;
      const step = limit < cutFrom ? Math.max(1, cutFrom * raiseBy) / limit : 1;
      limit = Math.min(maximum, limit + step);
    },
    throttled(inFlightCount) {
      isRamping = false;
      const now = clock.now();
      if (now < coolUntil) {
        limit = Math.max(1, Math.min(limit, inFlightCount - 1));
        return;
      }
      cutFrom = Math.min(limit, inFlightCount);
      limit = Math.max(1, cutFrom * cutTo);
      coolUntil = now + coolDownMs;
    },
  };
}
