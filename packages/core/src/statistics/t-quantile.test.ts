import { describe, expect, it } from "vitest";
import { tQuantile975 } from "./t-quantile.ts";

// From the regularised incomplete beta function with 40 digits.
const quantiles = [
  12.7062047361747, 4.30265272974946, 3.18244630528371, 2.77644510519779, 2.57058183563632,
  2.44691185114497, 2.36462425159279, 2.30600413520417, 2.26215716279821, 2.22813885198627,
  2.20098516009164, 2.17881282966723, 2.16036865646279, 2.1447866879178, 2.13144954555978,
  2.11990529922125, 2.10981557783332, 2.10092204024104, 2.09302405440831, 2.08596344726586,
  2.07961384472768, 2.07387306790403, 2.06865761041905, 2.06389856162803, 2.0595385527533,
  2.05552943864287, 2.05183051648029, 2.04840714179525,
];

describe("tQuantile975", () => {
  it.each(quantiles.map((quantile, index) => [index + 1, quantile]))(
    "with %d degrees of freedom is %d",
    (degreesOfFreedom, quantile) => {
      expect(tQuantile975(degreesOfFreedom)).toBeCloseTo(quantile, 12);
    },
  );
});
