import type { RateLimit } from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";

/** So much per minute: a bucket that fills steadily and from which each call takes. */
export interface RateBucket {
  /** When this amount may be taken, `now` when it may be at once. */
  readyAt(amount: number, now: number): number;
  /** Takes an amount, more than there is if need be. */
  take(amount: number, now: number): void;
  /** Believes what the provider says of its own bucket. */
  learn(limit: RateLimit, now: number): void;
}

/** Absorbs the rounding of the sums. */
const tolerance = 1e-6;

const minuteMs = 60_000;

/**
 * A bucket for a limit that the user has set. It holds a second's worth, at least 1, so that calls
 * are spread over the minute instead of using it up at once; and it fills a little slower than the
 * limit says, so that together with what it held no minute sees more than the limit.
 */
export function createRateBucket(perMinute: number): RateBucket {
  const capacity = Math.max(1, perMinute / 60);
  return fillBucket(capacity, (perMinute - capacity + 1) / minuteMs);
}

/** A bucket that lets everything pass until the provider tells its limits. */
export function createLearningBucket(): RateBucket {
  return fillBucket(Number.POSITIVE_INFINITY, 0);
}

function fillBucket(firstCapacity: number, firstPerMs: number): RateBucket {
  let capacity = firstCapacity;
  let perMs = firstPerMs;
  let level = capacity;
  let filledAt = 0;

  function fill(now: number): void {
    level = Math.min(capacity, level + perMs * (now - filledAt));
    filledAt = now;
  }

  return {
    readyAt(amount, now) {
      fill(now);
      // A call that is larger than the bucket starts when the bucket is full.
      const missing = Math.min(amount, capacity) - level;
      return missing <= tolerance ? now : now + missing / perMs;
    },
    take(amount, now) {
      fill(now);
      level = Math.min(capacity, level - amount);
    },
    learn({ limit, remaining, resetMs: toldMs }, now) {
      if (!isAmount(remaining) || !isAmount(toldMs)) return;
      // A longer reset is that of a quota, of a day perhaps: the provider may tell so itself (429).
      const resetMs = Math.min(toldMs, minuteMs);
      capacity = isAmount(limit) ? Math.max(limit, remaining, 1) : remaining + 1;
      level = resetMs === 0 ? capacity : remaining;
      filledAt = now;
      // A bucket that is full does not tell how fast it fills.
      const isFull = level === capacity;
      perMs = isFull ? perMs || capacity / minuteMs : (capacity - level) / resetMs;
    },
  };
}
