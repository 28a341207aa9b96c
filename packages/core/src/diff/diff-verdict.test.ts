import { expect, it } from "vitest";
import { pairedDifference } from "../statistics/paired-difference.ts";
import { diffVerdict } from "./diff-verdict.ts";

/** Numbers from 0 to 1 that look random and are the same every time. */
function* pseudoRandom(seed: number): Generator<number, never, undefined> {
  for (let state = seed; ; ) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    yield state / 2 ** 32;
  }
}

it.each([
  [3, 1],
  [5, 2],
  [10, 4],
  [40, 1],
  [40, 8],
])(
  "%d tasks, k=%d: equal policies are told apart in one of twenty comparisons or so",
  (tasks, k) => {
    const numbers = pseudoRandom(7);
    const rateOf = (chance: number) => {
      const passed = Array.from({ length: k }, () => numbers.next().value < chance);
      return passed.filter(Boolean).length / k;
    };
    const verdicts = Array.from({ length: 1000 }, () => {
      const chances = Array.from({ length: tasks }, () => numbers.next().value);
      const [current, baseline] = [chances.map(rateOf), chances.map(rateOf)];
      return diffVerdict({
        difference: pairedDifference(current, baseline),
        deltas: current.map((rate, index) => rate - (baseline[index] ?? 0)),
        minEffect: 0,
        baselineCovered: true,
      });
    });
    const alarms = verdicts.filter((verdict) => verdict === "improved" || verdict === "regressed");

    expect(alarms.length).toBeLessThan(75);
  },
);

it("takes any number of tasks", () => {
  const current = Array.from({ length: 200_000 }, (_, index) => (index % 4 === 0 ? 0 : 1));
  const baseline = current.map((rate) => 1 - rate);

  expect(
    diffVerdict({
      difference: pairedDifference(current, baseline),
      deltas: current.map((rate) => 2 * rate - 1),
      minEffect: 0,
      baselineCovered: true,
    }),
  ).toBe("improved");
});
