import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { clusteredMeanInterval } from "./clustered-mean-interval.ts";
import { meanInterval } from "./mean-interval.ts";

describe("clusteredMeanInterval", () => {
  it.each(reference.clusteredSe)(
    "statistics 2.5: of $x in clusters $cluster",
    ({ x, cluster, mean, miller, corrected, naive }) => {
      const interval = clusteredMeanInterval(x, cluster);

      expect(interval).toMatchObject({
        mean: expect.closeTo(mean, 12),
        se: expect.closeTo(corrected, 12),
        uncorrectedSe: expect.closeTo(miller, 12),
        clusterCount: new Set(cluster).size,
      });
      expect(meanInterval(x).se).toBeCloseTo(naive, 12);
    },
  );

  it("has no error with fewer than two clusters", () => {
    const nothing = { se: null, low: null, high: null, uncorrectedSe: null };

    expect(clusteredMeanInterval([1, 0], ["a", "a"])).toEqual({
      ...nothing,
      mean: 0.5,
      clusterCount: 1,
    });
    expect(clusteredMeanInterval([], [])).toEqual({ ...nothing, mean: null, clusterCount: 0 });
  });

  it("counts clusters, not values, for its interval", () => {
    const cluster = ["a", "a", "a", "a", "b", "b", "b", "b", "c", "c", "c", "c"];
    const { mean, se, high } = clusteredMeanInterval([1, 1, 1, 0, 1, 0, 0, 0, 1, 1, 1, 1], cluster);

    expect(((high ?? 0) - (mean ?? 0)) / (se ?? 1)).toBeCloseTo(4.30265272974946, 12);
  });

  const rates = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { minLength: 2 });

  it("statistics 2.5: with one value per cluster is the plain interval", () => {
    fc.assert(
      fc.property(rates, (values) => {
        const clusters = values.map((_, index) => `c${index}`);
        const { mean, se, low, high } = clusteredMeanInterval(values, clusters);
        const plain = meanInterval(values);

        expect(mean).toBe(plain.mean);
        expect(se).toBeCloseTo(plain.se ?? Number.NaN, 12);
        expect(low).toBeCloseTo(plain.low ?? Number.NaN, 11);
        expect(high).toBeCloseTo(plain.high ?? Number.NaN, 11);
      }),
    );
  });

  it("statistics 2.5: over a full grid is the interval of the task rates", () => {
    const grid = fc.integer({ min: 1, max: 6 }).chain((k) =>
      fc.array(fc.array(fc.constantFrom(0, 1), { minLength: k, maxLength: k }), {
        minLength: 2,
        maxLength: 12,
      }),
    );
    fc.assert(
      fc.property(grid, (tasks) => {
        const values = tasks.flat();
        const clusters = tasks.flatMap((attempts, index) => attempts.map(() => `t${index}`));
        const rates = tasks.map((row) => row.reduce<number>((a, b) => a + b, 0) / row.length);

        expect(clusteredMeanInterval(values, clusters).se).toBeCloseTo(
          meanInterval(rates).se ?? Number.NaN,
          12,
        );
      }),
    );
  });

  it("takes __proto__ for a name", () => {
    expect(clusteredMeanInterval([1, 0], ["__proto__", "constructor"]).clusterCount).toBe(2);
  });

  it("refuses values without a cluster", () => {
    expect(() => clusteredMeanInterval([1, 0], ["a"])).toThrow(
      "clusters must have one entry for each value, got 1 for 2.",
    );
  });
});
