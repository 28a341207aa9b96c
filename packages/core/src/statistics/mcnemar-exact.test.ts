import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { mcnemarExact } from "./mcnemar-exact.ts";

describe("mcnemarExact", () => {
  it.each(reference.mcnemarExact)("statistics 2.8: $onlyA and $onlyB", ({ onlyA, onlyB, p }) => {
    expect(mcnemarExact(onlyA, onlyB)).toBeCloseTo(p, 12);
  });

  // From sums of exact binomial coefficients.
  it.each([
    [60, 40, 0.05688793364098079],
    [1050, 950, 0.026824146240280695],
    [5000, 5000, 1],
    [4000, 0, 0],
  ])("stays finite for %d and %d", (onlyCurrent, onlyBaseline, p) => {
    expect(mcnemarExact(onlyCurrent, onlyBaseline)).toBeCloseTo(p, 12);
  });

  it.each([
    [-1, 2],
    [1.5, 2],
    [2, Number.NaN],
  ])("is undefined for %d and %d", (onlyCurrent, onlyBaseline) => {
    expect(mcnemarExact(onlyCurrent, onlyBaseline)).toBeNull();
  });

  it("does not care which is which, and stays a probability", () => {
    fc.assert(
      fc.property(fc.nat(200), fc.nat(200), (a, b) => {
        const p = mcnemarExact(a, b) ?? Number.NaN;
        expect(p).toBe(mcnemarExact(b, a));
        expect(p).toBeGreaterThan(0);
        expect(p).toBeLessThanOrEqual(1);
      }),
    );
  });
});
