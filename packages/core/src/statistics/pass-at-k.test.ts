import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passAtK, passHatK } from "./pass-at-k.ts";

const counts = fc
  .integer({ min: 1, max: 60 })
  .chain((n) => fc.tuple(fc.constant(n), fc.nat(n), fc.integer({ min: 1, max: n })));

describe("passAtK", () => {
  it.each([
    [5, 2, 1, 0.4],
    [5, 2, 2, 0.7],
    [10, 3, 5, 11 / 12],
    [200, 7, 100, 506067 / 509639],
    [8, 7, 2, 1],
    [4, 4, 3, 1],
    [4, 0, 4, 0],
    [4, 3, 2, 1],
    [5, 1, 1, 0.2],
    [5, 1, 2, 0.4],
    [5, 1, 5, 1],
    [5, 4, 2, 1],
    [5, 4, 5, 1],
    [4, 2, 2, 5 / 6],
    [10, 9, 2, 1],
    [10, 9, 10, 1],
  ])("statistics 2.1, case 5: of n=%d, c=%d, k=%d is %d", (n, c, k, value) => {
    expect(passAtK(n, c, k)).toBeCloseTo(value, 12);
  });

  it.each([
    [3, 2, 4],
    [3, 1, 5],
    [0, 0, 1],
    [4, 2, 0],
    [4, 5, 1],
    [4, -1, 1],
    [4.5, 2, 1],
    [4, 2, 1.5],
    [Number.NaN, 2, 1],
    [Number.POSITIVE_INFINITY, 2, 1],
  ])("is undefined for n=%d, c=%d, k=%d", (n, c, k) => {
    expect(passAtK(n, c, k)).toBeNull();
    expect(passHatK(n, c, k)).toBeNull();
  });

  it("case 5: stays finite for many attempts", () => {
    expect(passAtK(2000, 1000, 1000)).toBeCloseTo(1, 12);
    expect(passHatK(2000, 1000, 1000)).toBeCloseTo(0, 12);
    expect(passAtK(100_000, 50_000, 2)).toBeCloseTo(0.75 + 0.25 / 99_999, 10);
  });

  it("for k=1 is the pass rate", () => {
    fc.assert(
      fc.property(counts, ([n, c]) => {
        expect(passAtK(n, c, 1)).toBeCloseTo(c / n, 12);
        expect(passHatK(n, c, 1)).toBeCloseTo(c / n, 12);
      }),
    );
  });

  it("never falls as k or c grows, where pass^k never rises as k grows", () => {
    const slack = 1e-12;
    fc.assert(
      fc.property(counts, ([n, c, k]) => {
        const at = passAtK(n, c, k) ?? Number.NaN;
        const hat = passHatK(n, c, k) ?? Number.NaN;
        expect(at).toBeGreaterThanOrEqual((passAtK(n, c, Math.max(1, k - 1)) ?? 0) - slack);
        expect(at).toBeGreaterThanOrEqual((passAtK(n, Math.max(0, c - 1), k) ?? 0) - slack);
        expect(hat).toBeLessThanOrEqual((passHatK(n, c, Math.max(1, k - 1)) ?? 0) + slack);
        expect(hat).toBeGreaterThanOrEqual((passHatK(n, Math.max(0, c - 1), k) ?? 0) - slack);
      }),
    );
  });

  it("is what pass^k of the fails leaves over", () => {
    fc.assert(
      fc.property(counts, ([n, c, k]) => {
        expect(passAtK(n, c, k)).toBeCloseTo(1 - (passHatK(n, n - c, k) ?? Number.NaN), 10);
      }),
    );
  });
});

describe("passHatK", () => {
  it.each([
    [5, 2, 1, 0.4],
    [5, 2, 2, 0.1],
    [8, 6, 4, 3 / 14],
    [10, 9, 8, 0.2],
    [4, 1, 2, 0],
    [200, 180, 20, 0.10854203729331653],
    [5, 1, 1, 0.2],
    [5, 1, 2, 0],
    [5, 4, 2, 0.6],
    [5, 4, 5, 0],
    [4, 2, 2, 1 / 6],
    [10, 9, 2, 0.8],
    [10, 9, 10, 0],
    [3, 3, 3, 1],
  ])("statistics 2.2, case 5: of n=%d, c=%d, k=%d is %d", (n, c, k, value) => {
    expect(passHatK(n, c, k)).toBeCloseTo(value, 12);
  });
});
