import normalQuantileOfLibrary from "@stdlib/stats-base-dists-normal-quantile";
import tQuantileOfLibrary from "@stdlib/stats-base-dists-t-quantile";
import fc from "fast-check";
import { expect, it } from "vitest";
import { normalQuantile } from "./normal-quantile.ts";
import { tQuantile975 } from "./t-quantile.ts";

it("the t quantile agrees with stdlib, for every sample size that uses it", () => {
  for (let degreesOfFreedom = 1; degreesOfFreedom <= 200; degreesOfFreedom++) {
    expect(tQuantile975(degreesOfFreedom)).toBeCloseTo(
      tQuantileOfLibrary(0.975, degreesOfFreedom),
      12,
    );
  }
});

it("the normal quantile agrees with stdlib, for any probability", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.001, max: 0.999, noNaN: true }), (probability) => {
      expect(normalQuantile(probability)).toBeCloseTo(
        normalQuantileOfLibrary(probability, 0, 1),
        12,
      );
    }),
    { numRuns: 1000 },
  );
});
