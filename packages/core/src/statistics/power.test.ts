import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { exactTaskCount, requiredTaskCount, smallestDetectableDifference } from "./power.ts";

const planOf = ({ omega2, sigma2, K }: { omega2: number; sigma2: number; K: number }) => ({
  differenceVariance: omega2,
  current: { within: sigma2, k: K },
  baseline: { within: sigma2, k: K },
});
const plan = planOf({ omega2: 1 / 9, sigma2: 1 / 6, K: 4 });

describe("requiredTaskCount", () => {
  it.each(reference.power80)("statistics 2.9: for $delta with K=$K is $n", (row) => {
    expect(requiredTaskCount(row.delta, planOf(row))).toBe(row.n);
    expect((exactTaskCount(row.delta, planOf(row)) ?? 0) / row.exact).toBeCloseTo(1, 12);
  });

  it("is the same up and down, and never none", () => {
    expect(requiredTaskCount(-0.05, plan)).toBe(requiredTaskCount(0.05, plan));
    expect(requiredTaskCount(0.5, planOf({ omega2: 0, sigma2: 0, K: 1 }))).toBe(1);
  });

  it("takes each side for itself, and more care for more tasks", () => {
    const uneven = { ...plan, baseline: { within: 0, k: 1 } };

    expect(exactTaskCount(0.05, uneven)).toBeCloseTo(
      (2.801585218112969 ** 2 * (1 / 9 + 1 / 24)) / 0.0025,
      9,
    );
    expect(exactTaskCount(0.05, { ...plan, alpha: 0.01, power: 0.9 })).toBeCloseTo(
      ((2.575829303548901 + 1.2815515655446004) ** 2 * (1 / 9 + 1 / 12)) / 0.0025,
      8,
    );
  });

  it.each([
    [0, plan],
    [Number.NaN, plan],
    [0.1, { ...plan, differenceVariance: -1 }],
    [0.1, { ...plan, current: { within: 0.1, k: 0 } }],
    [0.1, { ...plan, baseline: { within: Number.NaN, k: 1 } }],
    [0.1, { ...plan, alpha: 0 }],
    [0.1, { ...plan, power: 1 }],
  ])("is undefined for %d with %j", (difference, undefinedPlan) => {
    expect(requiredTaskCount(difference, undefinedPlan)).toBeNull();
  });
});

describe("smallestDetectableDifference", () => {
  it.each(reference.mde80)("statistics 2.9: of $n tasks with K=$K is $mde", (row) => {
    expect(smallestDetectableDifference(row.n, planOf(row))).toBeCloseTo(row.mde, 12);
  });

  it("is undefined for no tasks, and without a variance", () => {
    expect(smallestDetectableDifference(0, plan)).toBeNull();
    expect(smallestDetectableDifference(10, { ...plan, differenceVariance: -1 })).toBeNull();
    expect(smallestDetectableDifference(10, { ...plan, alpha: 1 })).toBeNull();
  });
});
