import { createLearningBucket, createRateBucket, type RateBucket } from "./rate-bucket.ts";

/** Keeps both the limit that the user has set, if any, and the one that the provider tells of. */
export function createRates(perMinute: number | undefined): RateBucket {
  const learned = createLearningBucket();
  if (perMinute === undefined) return learned;
  const own = createRateBucket(perMinute);
  return {
    readyAt: (amount, now) => Math.max(own.readyAt(amount, now), learned.readyAt(amount, now)),
    take(amount, now) {
      own.take(amount, now);
      learned.take(amount, now);
    },
    learn: (limit, now) => learned.learn(limit, now),
  };
}
