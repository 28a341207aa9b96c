import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createLearningBucket, createRateBucket, type RateBucket } from "./rate-bucket.ts";

const minuteMs = 60_000;

/** When calls start that all want to start at once. */
function startsOf(bucket: RateBucket, count: number, amount = 1): number[] {
  const starts: number[] = [];
  let now = 0;
  for (let call = 0; call < count; call++) {
    now = bucket.readyAt(amount, now);
    bucket.take(amount, now);
    starts.push(now);
  }
  return starts;
}

/** The most calls that any minute, its end not included, has seen. */
function mostInAMinute(starts: readonly number[]): number {
  const counts = starts.map(
    (from) => starts.filter((at) => at >= from && at < from + minuteMs - 1e-3).length,
  );
  return Math.max(...counts);
}

describe("a bucket of the user's", () => {
  it("spreads one a second after the first", () => {
    const starts = startsOf(createRateBucket(60), 4);
    expect(starts.map((at) => Math.round(at))).toEqual([0, 1000, 2000, 3000]);
  });

  it("lets a second's worth start at once", () => {
    const starts = startsOf(createRateBucket(600), 11);
    expect(starts.filter((at) => at === 0)).toHaveLength(10);
  });

  it("property: no minute sees more than the limit, and few less", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 300 }), (perMinute) => {
        const most = mostInAMinute(startsOf(createRateBucket(perMinute), perMinute * 2 + 2));
        expect(most).toBeLessThanOrEqual(perMinute);
        expect(most).toBeGreaterThanOrEqual(Math.floor(perMinute * 0.98) - 1);
      }),
      { numRuns: 60 },
    );
  });

  it("takes fractions of a call a minute", () => {
    expect(startsOf(createRateBucket(0.5), 2)).toEqual([0, 2 * minuteMs]);
  });

  it("starts what is larger than itself when it is full, and makes up for it afterwards", () => {
    const bucket = createRateBucket(6000); // holds 100
    bucket.take(500, 0);
    const at = bucket.readyAt(500, 0);
    expect(at).toBeGreaterThan(4900);
    expect(at).toBeLessThan(5200);
  });

  it("gets back what a call did not need", () => {
    const bucket = createRateBucket(6000);
    bucket.take(500, 0);
    bucket.take(-500, 0);
    expect(bucket.readyAt(100, 0)).toBe(0);
  });
});

describe("a bucket that learns", () => {
  it("lets everything pass until it is told", () => {
    expect(startsOf(createLearningBucket(), 1000)).toEqual(Array(1000).fill(0));
  });

  it("waits for as much of the provider's bucket to come back as a call needs", () => {
    const bucket = createLearningBucket();
    bucket.learn({ limit: 100, remaining: 0, resetMs: 50_000 }, 0);
    expect(bucket.readyAt(1, 0)).toBeCloseTo(500);
    expect(bucket.readyAt(10, 0)).toBeCloseTo(5000);
  });

  it("counts what starts before it is told again", () => {
    const bucket = createLearningBucket();
    bucket.learn({ limit: 100, remaining: 2, resetMs: 49_000 }, 0);
    expect(startsOf(bucket, 3).map((at) => Math.round(at))).toEqual([0, 0, 500]);
  });

  it("waits for the whole reset when the limit is not told", () => {
    const bucket = createLearningBucket();
    bucket.learn({ remaining: 0, resetMs: 7000 }, 0);
    expect(bucket.readyAt(1, 0)).toBeCloseTo(7000);
  });

  it("takes a longer reset for that of a quota, and does not wait for it", () => {
    const bucket = createLearningBucket();
    bucket.learn({ limit: 1000, remaining: 0, resetMs: 86_400_000 }, 0);
    expect(bucket.readyAt(1, 0)).toBeCloseTo(60);
  });

  it("takes a full bucket to fill in a minute", () => {
    const bucket = createLearningBucket();
    bucket.learn({ limit: 60, remaining: 60, resetMs: 0 }, 0);
    const starts = startsOf(bucket, 62);
    expect(starts[59]).toBe(0);
    expect(starts[61]).toBeCloseTo(2000);
  });

  it.each([
    {},
    { remaining: 0 },
    { resetMs: 5 },
    { limit: 0, remaining: Number.NaN, resetMs: 5 },
    { remaining: -1, resetMs: 5 },
    { remaining: 0, resetMs: Number.POSITIVE_INFINITY },
  ])("ignores what tells nothing: %o", (limit) => {
    const bucket = createLearningBucket();
    bucket.learn(limit, 0);
    expect(bucket.readyAt(1, 0)).toBe(0);
  });
});
