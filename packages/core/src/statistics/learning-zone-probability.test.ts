import { expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { learningZoneProbability } from "./learning-zone-probability.ts";

it.each(reference.zoneProbability)("statistics 2.10: p=$p, K=$K", ({ p, K, value }) => {
  expect(learningZoneProbability(p, K)).toBeCloseTo(value, 12);
});

it("statistics 2.10: a task that passes in 5 % of its attempts is mostly unsolved at K = 8", () => {
  const unsolved = 1 - (learningZoneProbability(0.05, 8) ?? Number.NaN) - 0.05 ** 8;

  expect(unsolved).toBeCloseTo(0.6634204312890623, 12);
});

it.each([
  [-0.1, 8],
  [1.1, 8],
  [Number.NaN, 8],
  [0.5, 0],
  [0.5, 1.5],
])("is undefined for p=%d, K=%d", (passRate, k) => {
  expect(learningZoneProbability(passRate, k)).toBeNull();
});
