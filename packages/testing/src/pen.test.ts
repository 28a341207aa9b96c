import { describe, expect, it } from "vitest";
import { mulberry32 } from "./mulberry32.ts";
import { slippingPen } from "./pen.ts";

describe("mulberry32", () => {
  it("gives the published sequence", () => {
    const next = mulberry32(0);

    expect([next(), next(), next()]).toEqual([1144304738, 1416247, 958946056]);
  });
});

describe("slippingPen", () => {
  const write = (rate: number, seed: number, count = 10_000) => {
    const pen = slippingPen(rate, seed);
    return Array.from({ length: count }, (_, index) => pen(index % 10));
  };
  const wrong = (written: number[]) => written.filter((digit, index) => digit !== index % 10);

  it("never slips at rate 0 and always at rate 1, onto every other digit", () => {
    expect(wrong(write(0, 1))).toHaveLength(0);
    const sevens = new Set(Array.from({ length: 1000 }, () => 7).map(slippingPen(1, 3)));
    expect([...sevens].sort()).toEqual([0, 1, 2, 3, 4, 5, 6, 8, 9]);
  });

  it("slips about as often as it should", () => {
    const slips = wrong(write(0.1, 5)).length;

    expect(slips).toBeGreaterThan(900);
    expect(slips).toBeLessThan(1100);
  });

  it("slips in the same places for the same seed, elsewhere for another", () => {
    expect(write(0.1, 9)).toEqual(write(0.1, 9));
    expect(write(0.1, 9)).not.toEqual(write(0.1, 10));
  });
});
