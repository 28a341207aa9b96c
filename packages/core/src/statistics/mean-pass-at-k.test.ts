import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { meanPassAtK, meanPassHatK } from "./mean-pass-at-k.ts";

const counts = (tasks: readonly { n: number; c: number }[]) =>
  tasks.map(({ n, c }) => ({ scoredCount: n, passedCount: c }));

describe("meanPassAtK and meanPassHatK", () => {
  it.each(reference.curves)(
    "statistics 2.1, 2.2: tasks with $c passes of $n",
    ({ n, c, k, ...curves }) => {
      const tasks = counts(c.map((passes) => ({ n, c: passes })));

      expect(k.map((each) => meanPassAtK(tasks, each))).toEqual(
        curves.passAtK.map((value) => ({ value: expect.closeTo(value, 12), taskCount: c.length })),
      );
      expect(k.map((each) => meanPassHatK(tasks, each))).toEqual(
        curves.passHatK.map((value) => ({ value: expect.closeTo(value, 12), taskCount: c.length })),
      );
    },
  );

  it.each(reference.unequalN.passAt)(
    "B22: drops tasks with fewer than $k attempts, and says so",
    ({ k, tasks, value }) => {
      const mean = meanPassAtK(counts(reference.unequalN.tasks), k);

      expect(mean.taskCount).toBe(tasks);
      if (value === null) expect(mean.value).toBeNull();
      else expect(mean.value).toBeCloseTo(value, 12);
    },
  );

  it("B2: pass@2 over tasks with attempts that have no verdict", () => {
    const [a, b, c, d, e, f] = counts([
      { n: 1, c: 1 },
      { n: 2, c: 1 },
      { n: 4, c: 0 },
      { n: 4, c: 4 },
      { n: 0, c: 0 },
      { n: 2, c: 0 },
    ]);
    const tasks = [a, b, c, d, e, f].filter((task) => task !== undefined);

    expect(meanPassAtK(tasks, 2)).toEqual({ value: 0.5, taskCount: 4 });
  });

  it("is unknown over no tasks, and for a k that is no count", () => {
    expect(meanPassAtK([], 1)).toEqual({ value: null, taskCount: 0 });
    expect(meanPassHatK(counts([{ n: 4, c: 2 }]), 0)).toEqual({ value: null, taskCount: 0 });
  });
});
