import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { meanInterval } from "./mean-interval.ts";
import { expectedStandardError, splitVariance } from "./variance-split.ts";

describe("splitVariance", () => {
  it.each(reference.variance)("statistics 2.6: of $grid", ({ grid, naive, ...expected }) => {
    const split = splitVariance(grid);
    const k = grid[0]?.length ?? Number.NaN;

    expect(split).toEqual({
      mean: expect.closeTo(expected.mean, 12),
      within: expect.closeTo(expected.within, 12),
      varianceOfTaskMeans: expect.closeTo(expected.varOfTaskMeans, 12),
      between: expect.closeTo(expected.between, 12),
      se: expect.closeTo(expected.se, 12),
      taskCount: grid.length,
    });
    expect((split?.varianceOfTaskMeans ?? 0) - (split?.within ?? 0) / k).toBeCloseTo(
      expected.betweenRaw,
      12,
    );
    expect(meanInterval(grid.flat()).se).toBeCloseTo(naive, 12);
  });

  it("leaves out tasks with one attempt, and allows for unequal numbers of attempts", () => {
    const split = splitVariance([[1, 0], [1, 1, 1, 0], [1], []]);

    expect(split).toEqual({
      mean: 0.625,
      within: expect.closeTo((0.5 + 0.25) / 2, 12),
      varianceOfTaskMeans: expect.closeTo(0.03125, 12),
      between: 0,
      se: expect.closeTo(0.125, 12),
      taskCount: 2,
    });
    const apart = splitVariance([
      [0, 0, 0, 1],
      [1, 1],
    ]);
    expect(apart?.between).toBeCloseTo(0.28125 - (0.25 / 4 + 0) / 2, 12);
  });

  it("is undefined unless two tasks have two attempts each", () => {
    expect(splitVariance([])).toBeNull();
    expect(splitVariance([[1, 0], [1]])).toBeNull();
  });
});

describe("expectedStandardError", () => {
  const split = { between: 0.14583333333333331, within: 0.14583333333333331 };

  it("statistics 2.6: is the measured error with the numbers of the run", () => {
    expect(expectedStandardError(split, { taskCount: 4, k: 4 })).toBeCloseTo(
      0.21347814095749162,
      12,
    );
  });

  it("tells what more attempts and more tasks would buy", () => {
    expect(expectedStandardError(split, { taskCount: 4, k: 8 })).toBeCloseTo(
      Math.sqrt((split.between * 1.125) / 4),
      12,
    );
    expect(expectedStandardError(split, { taskCount: 8, k: 4 })).toBeCloseTo(
      0.21347814095749162 / Math.SQRT2,
      12,
    );
  });

  it.each([
    [0, 4],
    [4, 0],
    [1.5, 4],
    [4, Number.NaN],
  ])("is undefined for %d tasks of %d attempts", (taskCount, k) => {
    expect(expectedStandardError(split, { taskCount, k })).toBeNull();
  });
});
