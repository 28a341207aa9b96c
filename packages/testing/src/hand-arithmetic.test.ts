import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  add,
  compare,
  type Digits,
  digitSum,
  multiply,
  remainder,
  subtract,
  toDigits,
} from "./hand-arithmetic.ts";
import { type Pen, slippingPen } from "./pen.ts";

const steady: Pen = (digit) => digit;
const whole = fc.bigInt({ min: 0n, max: 10n ** 40n });

function digits(value: bigint): Digits {
  return toDigits(String(value));
}

describe("with a steady hand", () => {
  it("adds, multiplies and compares as numbers do", () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        expect(add(digits(a), digits(b), steady)).toEqual(digits(a + b));
        expect(multiply(digits(a), digits(b), steady)).toEqual(digits(a * b));
        expect(compare(digits(a), digits(b))).toBe(a < b ? -1 : a > b ? 1 : 0);
      }),
    );
  });

  it("subtracts a number that is not larger", () => {
    fc.assert(
      fc.property(whole, whole, (a, b) => {
        const [larger, smaller] = a < b ? [b, a] : [a, b];
        expect(subtract(digits(larger), digits(smaller), steady)).toEqual(digits(larger - smaller));
      }),
    );
  });

  it("divides with remainder and adds digits", () => {
    fc.assert(
      fc.property(whole, fc.bigInt({ min: 1n, max: 10n ** 12n }), (a, modulus) => {
        expect(remainder(digits(a), digits(modulus), steady)).toEqual(digits(a % modulus));
        const sum = [...String(a)].reduce((total, digit) => total + BigInt(digit), 0n);
        expect(digitSum(digits(a), steady)).toEqual(digits(sum));
      }),
    );
  });
});

describe("with a slipping hand", () => {
  it("ends, and gives digits without zeros at the far end, whatever slips", () => {
    fc.assert(
      fc.property(
        whole,
        whole,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.nat(),
        (a, b, rate, seed) => {
          const pen = slippingPen(rate, seed);
          for (const result of [
            multiply(digits(a), digits(b), pen),
            remainder(digits(a), digits(b + 1n), pen),
            digitSum(digits(a), pen),
          ]) {
            expect(
              result.every((digit) => Number.isInteger(digit) && digit >= 0 && digit < 10),
            ).toBe(true);
            expect(result.at(-1)).not.toBe(0);
          }
        },
      ),
    );
  });

  it("writes more digits the longer the work", () => {
    const count = (work: (pen: Pen) => unknown) => {
      let written = 0;
      work((digit) => {
        written += 1;
        return digit;
      });
      return written;
    };
    const long = toDigits("2718281828459045");

    expect(count((pen) => add(toDigits("23"), toDigits("45"), pen))).toBe(2);
    expect(count((pen) => multiply(toDigits("17"), toDigits("23"), pen))).toBe(6);
    expect(count((pen) => multiply(long, long, pen))).toBeGreaterThan(400);
  });
});
