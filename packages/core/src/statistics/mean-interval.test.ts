import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { meanInterval, tQuantile975 } from "./mean-interval.ts";

describe("meanInterval", () => {
  it.each([
    [[1, 0, 1, 1], 0.75, 0.25, -0.04561157632092694, 1.545611576320927],
    [[1, 1, 1, 1], 1, 0, 1, 1],
    [[0.5, 0.25, 1, 0, 0.75], 0.5, 0.1767766952966369, 0.009189209630610706, 0.9908107903693892],
    [
      [1, 0.75, 0.5, 0.25, 0, 1, 0.5, 0.75],
      0.59375,
      0.12444071307827102,
      0.29949447196962103,
      0.8880055280303789,
    ],
  ])("statistics 2.4: of %j", (values, mean, se, low, high) => {
    expect(meanInterval(values)).toEqual({
      mean: expect.closeTo(mean, 12),
      se: expect.closeTo(se, 12),
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
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

// From the regularised incomplete beta function with 40 digits.
const quantiles = [
  12.7062047361747, 4.30265272974946, 3.18244630528371, 2.77644510519779, 2.57058183563632,
  2.44691185114497, 2.36462425159279, 2.30600413520417, 2.26215716279821, 2.22813885198627,
  2.20098516009164, 2.17881282966723, 2.16036865646279, 2.1447866879178, 2.13144954555978,
  2.11990529922125, 2.10981557783332, 2.10092204024104, 2.09302405440831, 2.08596344726586,
  2.07961384472768, 2.07387306790403, 2.06865761041905, 2.06389856162803, 2.0595385527533,
  2.05552943864287, 2.05183051648029, 2.04840714179525,
];

describe("tQuantile975", () => {
  it.each(quantiles.map((quantile, index) => [index + 1, quantile]))(
    "with %d degrees of freedom is %d",
    (degreesOfFreedom, quantile) => {
      expect(tQuantile975(degreesOfFreedom)).toBeCloseTo(quantile, 12);
    },
  );
});
