import fc from "fast-check";
import { expect, it } from "vitest";
import { wilsonInterval } from "./wilson-interval.ts";

it.each([
  [0, 10, 0, 0.2775327998628892],
  [8, 10, 0.4901624715366418, 0.9433178485456248],
  [10, 10, 0.7224672001371107, 1],
  [1, 1, 0.20654931437723745, 1],
  [3, 4, 0.30064184258240184, 0.9544127391902995],
  [50, 100, 0.4038315303659956, 0.5961684696340044],
  [80, 100, 0.7111708344068411, 0.8666330666689676],
  [238, 405, 0.5391078051857124, 0.6345536434472124],
  [238, 445, 0.48838838779882965, 0.580678315801704],
  [997, 1000, 0.9912169859464969, 0.9989792161188614],
])("statistics 2.3: %d of %d is %d to %d", (c, n, low, high) => {
  expect(wilsonInterval(c, n)).toEqual({
    low: expect.closeTo(low, 12),
    high: expect.closeTo(high, 12),
  });
});

it.each([
  [4, 5, 0.3755, 0.9638],
  [0, 4, 0, 0.4899],
  [4, 4, 0.5101, 1],
  [2, 4, 0.15, 0.85],
])("case 5: %d of %d is about %d to %d", (c, n, low, high) => {
  expect(wilsonInterval(c, n)).toEqual({
    low: expect.closeTo(low, 4),
    high: expect.closeTo(high, 4),
  });
});

it("ends at exactly 0 and 1 where nothing or everything passed", () => {
  expect(wilsonInterval(0, 7)?.low).toBe(0);
  expect(wilsonInterval(7, 7)?.high).toBe(1);
});

it.each([
  [0, 0],
  [3, 2],
  [-1, 2],
  [1.5, 2],
  [1, Number.NaN],
])("is undefined for %d of %d", (c, n) => {
  expect(wilsonInterval(c, n)).toBeNull();
});

it("holds the rate, lies in 0..1, and mirrors for the fails", () => {
  const counts = fc
    .integer({ min: 1, max: 1000 })
    .chain((n) => fc.tuple(fc.nat(n), fc.constant(n)));
  fc.assert(
    fc.property(counts, ([c, n]) => {
      const { low, high } = wilsonInterval(c, n) ?? { low: Number.NaN, high: Number.NaN };
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(1);
      expect(low).toBeLessThanOrEqual(c / n);
      expect(high).toBeGreaterThanOrEqual(c / n);
      expect(wilsonInterval(n - c, n)?.low).toBeCloseTo(1 - high, 12);
    }),
  );
});
