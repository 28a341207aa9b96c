import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { formatNumber } from "./format-number.ts";

describe("formatNumber", () => {
  it.each([
    [1 / 8, 2, "0.12"],
    [3 / 8, 2, "0.38"],
    [5 / 8, 2, "0.62"],
    [7 / 8, 2, "0.88"],
    [-1 / 8, 2, "-0.12"],
    [-3 / 8, 2, "-0.38"],
    [1 / 3, 2, "0.33"],
    [2 / 3, 2, "0.67"],
    [1, 2, "1.00"],
    [0, 2, "0.00"],
    [1.005, 2, "1.00"],
    [0.995, 2, "0.99"],
    [0.0123, 4, "0.0123"],
    [0.00003125, 4, "0.0000"],
    [1e13 + 0.125, 2, "10000000000000.12"],
  ])("G5: %d with %d decimals is %s", (value, decimals, text) => {
    expect(formatNumber(value, decimals)).toBe(text);
  });

  it.each([
    [0.5, "0"],
    [1.5, "2"],
    [2.5, "2"],
    [3.5, "4"],
    [2.500001, "3"],
    [2.4999, "2"],
  ])("G2: %d seconds is %s", (value, text) => {
    expect(formatNumber(value, 0)).toBe(text);
  });

  it("gives what is no number as it is", () => {
    expect(formatNumber(Number.NaN, 2)).toBe("NaN");
    expect(formatNumber(Number.POSITIVE_INFINITY, 2)).toBe("Infinity");
  });

  it("equals exact rational arithmetic, ties to even", () => {
    const ties = fc
      .tuple(fc.integer({ min: -(2 ** 40), max: 2 ** 40 }), fc.nat(8))
      .map(([numerator, power]) => numerator / 2 ** power);
    const any = fc.double({ noNaN: true, min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(fc.oneof(ties, any), fc.nat(6), (value, decimals) => {
        fc.pre(!Object.is(value, -0));
        expect(formatNumber(value, decimals)).toBe(roundExactly(value, decimals));
      }),
      { numRuns: 2000 },
    );
  });
});

/** Half-even rounding of the double's exact value, in integers. */
function roundExactly(value: number, decimals: number): string {
  let numerator = Math.abs(value);
  let power = 0n;
  while (!Number.isInteger(numerator)) {
    numerator *= 2; // exact
    power += 1n;
  }
  const denominator = 2n ** power;
  const scaled = BigInt(numerator) * 10n ** BigInt(decimals);
  const floor = scaled / denominator;
  const twiceRest = 2n * (scaled % denominator);
  const isUp = twiceRest > denominator || (twiceRest === denominator && floor % 2n === 1n);
  const digits = String(isUp ? floor + 1n : floor).padStart(decimals + 1, "0");
  const sign = value < 0 ? "-" : "";
  if (decimals === 0) return sign + digits;
  return `${sign}${digits.slice(0, -decimals)}.${digits.slice(-decimals)}`;
}
