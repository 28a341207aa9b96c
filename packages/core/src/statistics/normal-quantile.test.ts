import fc from "fast-check";
import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { normalQuantile } from "./normal-quantile.ts";
import { z95 } from "./wilson-interval.ts";

describe("normalQuantile", () => {
  // From the inverse error function with 40 digits.
  it.each([
    [0.5, 0],
    [0.6, 0.2533471031357998],
    [0.8, 0.8416212335729143],
    [0.9, 1.2815515655446004],
    [0.95, 1.6448536269514726],
    [0.975, 1.9599639845400545],
    [0.99, 2.326347874040841],
    [0.995, 2.575829303548901],
    [0.9995, 3.290526731491895],
  ])("of %d is %d", (probability, quantile) => {
    expect(normalQuantile(probability)).toBeCloseTo(quantile, 12);
  });

  it("of 0.999995 is as exact as the doubles next to 1 allow", () => {
    expect(normalQuantile(0.999995)).toBeCloseTo(4.417173413469022, 9);
  });

  it("agrees with the constant of the intervals", () => {
    expect(normalQuantile(0.975)).toBeCloseTo(z95, 14);
    expect(z95 + normalQuantile(0.8)).toBeCloseTo(reference.zSum80, 12);
  });

  it("mirrors around 0.5", () => {
    fc.assert(
      fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (probability) => {
        expect(normalQuantile(probability)).toBeCloseTo(-normalQuantile(1 - probability), 11);
      }),
    );
  });
});
