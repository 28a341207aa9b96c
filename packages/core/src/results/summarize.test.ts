import { describe, expect, it } from "vitest";
import { headerOf, resultOf, taskOf, valuesOf } from "../__fixtures__/results.ts";
import { summarizeTasks } from "./summarize.ts";
import type { TaskResult } from "./task-result.ts";
import { toTaskResult } from "./task-result.ts";

const summaryOf = (tasks: readonly TaskResult[], k = 4) => summarizeTasks(headerOf({ k }), tasks);
const repeat = (count: number, letters: string) =>
  Array.from({ length: count }, (_, index) => taskOf(`t${index + 1}`, letters));

describe("the summary", () => {
  it("Q6: has its keys in order, and is plain JSON", () => {
    const summary = summaryOf([taskOf("a", "pf")]);

    expect(Object.keys(summary)).toEqual([
      "env",
      "k",
      "taskCount",
      "attemptCount",
      "scoredCount",
      "unscoredCount",
      "passRate",
      "meanValue",
      "envFingerprint",
      "policyFingerprint",
      "stoppedEarly",
      "tasks",
      "plannedCount",
      "notRunCount",
      "coverage",
      "bounds",
      "intervals",
      "metrics",
      "usage",
      "isCutOff",
    ]);
    expect(Object.keys(summary.tasks[0] ?? {})).toEqual([
      "id",
      "passRate",
      "meanValue",
      "scoredCount",
      "unscoredCount",
      "learningZone",
      "interval",
    ]);
    expect(JSON.parse(JSON.stringify(summary))).toEqual(summary);
  });

  it("Q2: pools the attempts, where the run's interval is about the mean of the task rates", () => {
    const summary = summaryOf([taskOf("a", "pppp"), taskOf("b", "pff"), taskOf("c", "xx")]);

    expect(summary.passRate).toBeCloseTo(5 / 7, 12);
    expect(summary.intervals.run.mean).toBeCloseTo((1 + 1 / 3) / 2, 12);
    expect(summary.intervals.run.taskCount).toBe(2);
  });

  it("statistics 2.10: pooled 4/9, mean of task rates 5/12", () => {
    const summary = summaryOf([taskOf("a", "pppf"), taskOf("b", "pf"), taskOf("c", "fff")]);

    expect(summary.passRate).toBeCloseTo(0.4444444444444444, 12);
    expect(summary.intervals.run.mean).toBeCloseTo(0.4166666666666667, 12);
  });

  it("Q2: takes the mean value over all scored attempts", () => {
    const summary = summaryOf([valuesOf("a", [0.2]), valuesOf("b", [0.4, 0.6, 1])]);

    expect(summary.meanValue).toBeCloseTo(0.55, 12);
    expect(summary.tasks.map(({ meanValue }) => meanValue)).toEqual([
      0.2,
      expect.closeTo(2 / 3, 12),
    ]);
  });

  it("Q8: knows nothing of nothing", () => {
    expect(summaryOf([])).toMatchObject({
      taskCount: 0,
      attemptCount: 0,
      passRate: null,
      meanValue: null,
      coverage: null,
      bounds: null,
      tasks: [],
      intervals: { run: { mean: null, se: null, low: null, high: null, taskCount: 0 } },
      usage: { agent: null, scorer: null, retry: null, modelRetryCount: 0, unreportedCount: 0 },
    });
  });

  it("says why a run stopped early, and whether it was cut off, of which nobody knows why", () => {
    const end = { status: "stopped", stoppedEarly: "error-storm", durationMs: 1 } as const;

    const endOf = (header: Parameters<typeof headerOf>[0]) => {
      const { stoppedEarly, isCutOff } = summarizeTasks(headerOf(header), []);
      return { stoppedEarly, isCutOff };
    };
    expect(endOf({ end })).toEqual({ stoppedEarly: "error-storm", isCutOff: false });
    expect(endOf({ end: null })).toEqual({ stoppedEarly: null, isCutOff: true });
    expect(endOf({})).toEqual({ stoppedEarly: null, isCutOff: false });
  });
});

describe("coverage and bounds", () => {
  it.each([
    [8, 1, 1, 0.8, 0.8888888888888888, 0.9, 0.9],
    [2, 4, 2, 0.25, 0.3333333333333333, 0.5, 0.75],
    [0, 0, 5, 0, null, 1, 0],
    [80, 10, 10, 0.8, 0.8888888888888888, 0.9, 0.9],
    [238, 167, 40, 0.5348314606741573, 0.5876543209876544, 0.6247191011235955, 0.9101123595505618],
  ])(
    "statistics 2.10: %d passed, %d failed, %d without a verdict",
    (passed, failed, errors, low, passRate, high, coverage) => {
      const letters = "p".repeat(passed) + "f".repeat(failed) + "x".repeat(errors);
      const summary = summaryOf([taskOf("a", letters)], letters.length);

      expect(summary.bounds).toEqual({
        low: expect.closeTo(low, 12),
        high: expect.closeTo(high, 12),
      });
      expect(summary.coverage).toBeCloseTo(coverage, 12);
      if (passRate === null) expect(summary.passRate).toBeNull();
      else expect(summary.passRate).toBeCloseTo(passRate, 12);
    },
  );

  it("B1: an error is no fail", () => {
    const summary = summaryOf(repeat(10, "ppppppppfx"), 10);

    expect(summary).toMatchObject({
      attemptCount: 100,
      scoredCount: 90,
      unscoredCount: 10,
      passRate: 0.8888888888888888,
      bounds: { low: 0.8, high: 0.9 },
      coverage: 0.9,
    });
    expect(summary.tasks.every(({ learningZone }) => learningZone)).toBe(true);
  });

  it("counts attempts that never started as planned, and as unknown", () => {
    expect(summaryOf([taskOf("a", "pp"), taskOf("b", "")])).toMatchObject({
      plannedCount: 8,
      attemptCount: 2,
      notRunCount: 6,
      unscoredCount: 0,
      passRate: 1,
      coverage: 0.25,
      bounds: { low: 0.25, high: 1 },
    });
  });
});

it("adds up metrics and usage over the tasks", () => {
  const task = resultOf([taskOf("a", "pp")]).taskResults[0];
  const metrics = { short: { score: { value: 0.5, passed: true }, unscored: null } };
  const attempts = (task?.attempts ?? []).map((one) => ({
    ...one,
    metrics,
    scorerUsage: { inputTokens: 2 },
  }));
  const tasks = ["a", "b"].map((id) => toTaskResult({ id, input: "q", metadata: {} }, attempts));

  expect(summaryOf([...tasks, taskOf("c", "x")])).toMatchObject({
    metrics: { short: { mean: 0.5, valueSum: 2, scoredCount: 4, missingCount: 0 } },
    usage: {
      agent: null,
      scorer: { inputTokens: 8 },
      retry: null,
      modelRetryCount: 0,
      unreportedCount: 5,
    },
  });
});
