import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { clusteredMeanInterval } from "./clustered-mean-interval.ts";
import { pairedDifference } from "./paired-difference.ts";
import { z95 } from "./wilson-interval.ts";

describe("pairedDifference", () => {
  it.each(reference.pairedDiff)("statistics 2.7: of $a and $b", ({ a, b, ...expected }) => {
    const difference = pairedDifference(a, b);
    const [low = Number.NaN, high = Number.NaN] = expected.t95;
    const [zLow = Number.NaN, zHigh = Number.NaN] = expected.z95;

    expect(difference).toMatchObject({
      mean: expect.closeTo(expected.diff, 12),
      se: expect.closeTo(expected.pairedSe, 12),
      unpairedSe: expect.closeTo(expected.unpairedSe, 12),
      low: expect.closeTo(low, 12),
      high: expect.closeTo(high, 12),
      taskCount: a.length,
    });
    const { mean, se } = difference;
    expect((mean ?? 0) - z95 * (se ?? 0)).toBeCloseTo(zLow, 12);
    expect((mean ?? 0) + z95 * (se ?? 0)).toBeCloseTo(zHigh, 12);
  });

  it.each(reference.clusteredPairedDiff)(
    "statistics 2.7: of differences $d in families $cluster",
    ({ d, cluster, diff, miller, corrected }) => {
      const zeros = d.map(() => 0);

      expect(pairedDifference(d, zeros, { clusters: cluster })).toMatchObject({
        mean: expect.closeTo(diff, 12),
        se: expect.closeTo(corrected, 12),
        taskCount: d.length,
      });
      expect(clusteredMeanInterval(d, cluster).uncorrectedSe).toBeCloseTo(miller, 12);
    },
  );

  it("counts wins, losses and ties, where rounding is a tie", () => {
    expect(pairedDifference([1, 0, 0.5, 0.3], [0, 1, 0.5, 0.1 + 0.2])).toMatchObject({
      wins: 1,
      losses: 1,
      ties: 2,
    });
  });

  it("takes the normal distribution from 30 tasks on", () => {
    const rates = Array.from({ length: 30 }, (_, index) => index % 2);
    const { low, high, se } = pairedDifference(rates, new Array(30).fill(0));

    expect(((high ?? 0) - (low ?? 0)) / 2).toBeCloseTo(z95 * (se ?? 0), 12);
  });

  it("knows no error of fewer than two tasks", () => {
    const nothing = { se: null, low: null, high: null, unpairedSe: null };

    expect(pairedDifference([1], [0])).toMatchObject({ ...nothing, mean: 1, taskCount: 1 });
    expect(pairedDifference([], [])).toMatchObject({ ...nothing, mean: null, taskCount: 0 });
  });

  it("turns round with its sides, and is 0 of identical rates", () => {
    const pairs = fc.array(
      fc.tuple(
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
      ),
      { minLength: 2 },
    );
    fc.assert(
      fc.property(pairs, (tasks) => {
        const [a, b] = [tasks.map(([rate]) => rate), tasks.map(([, rate]) => rate)];
        const [there, back] = [pairedDifference(a, b), pairedDifference(b, a)];

        expect(there.mean).toBeCloseTo(-(back.mean ?? Number.NaN), 12);
        expect(there.low).toBeCloseTo(-(back.high ?? Number.NaN), 12);
        expect([there.wins, there.losses]).toEqual([back.losses, back.wins]);
        expect(pairedDifference(a, a)).toMatchObject({ mean: 0, se: 0, low: 0, high: 0 });
      }),
    );
  });

  it("refuses lists of unequal length", () => {
    expect(() => pairedDifference([1], [])).toThrow(
      "baseline must have one rate for each of current, got 0 for 1.",
    );
  });
});
