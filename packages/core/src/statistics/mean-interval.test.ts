import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { meanInterval } from "./mean-interval.ts";

describe("meanInterval", () => {
  it.each(reference.cltSe)("statistics 2.4: of $x", ({ x, mean, se, t95: [low, high] }) => {
    expect(meanInterval(x)).toEqual({
      mean: expect.closeTo(mean, 12),
      se: expect.closeTo(se, 12),
      low: expect.closeTo(low ?? Number.NaN, 12),
      high: expect.closeTo(high ?? Number.NaN, 12),
    });
  });

  it("knows no spread of fewer than two values", () => {
    expect(meanInterval([])).toEqual({ mean: null, se: null, low: null, high: null });
    expect(meanInterval([0.7])).toEqual({ mean: 0.7, se: null, low: null, high: null });
  });

  it("finds no spread at all in equal values", () => {
    fc.assert(
      fc.property(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 2, max: 40 }),
        (value, n) => {
          expect(meanInterval(new Array(n).fill(value))).toEqual({
            mean: value,
            se: 0,
            low: value,
            high: value,
          });
        },
      ),
    );
  });

  it("takes the t distribution below 30 values and the normal one from 30 on", () => {
    const half = (n: number) => {
      const { mean, se, high } = meanInterval(Array.from({ length: n }, (_, index) => index % 2));
      return ((high ?? 0) - (mean ?? 0)) / (se ?? 1);
    };

    expect(half(29)).toBeCloseTo(2.04840714179525, 12);
    expect(half(30)).toBeCloseTo(1.959963984540054, 12);
  });
});
