import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { answered, attempt, taskOf, valuesOf } from "../__fixtures__/results.ts";
import { toTaskResult } from "./task-result.ts";
import { addUsageSummaries, summarizeTask } from "./task-summary.ts";

const task = { id: "t1", input: "q", metadata: {} };

describe("summarizeTask", () => {
  it("Q1: counts, with rates over the scored attempts only", () => {
    expect(taskOf("t1", "pfft")).toMatchObject({
      attemptCount: 4,
      scoredCount: 3,
      unscoredCount: 1,
      passedCount: 1,
      passRate: 1 / 3,
      meanValue: 1 / 3,
      valueSum: 1,
    });
    expect(taskOf("t1", "pfft").attempts).toHaveLength(4);
  });

  it("Q3: never takes an unscored attempt for 0", () => {
    expect(taskOf("t1", "ppppppxx")).toMatchObject({ passRate: 1, meanValue: 1, unscoredCount: 2 });
  });

  it("Q1, case 6: has no rates when nothing was scored", () => {
    const nothing = { passRate: null, meanValue: null, interval: null, inLearningZone: false };

    expect(taskOf("t1", "xxt")).toMatchObject({ ...nothing, scoredCount: 0, unscoredCount: 3 });
    expect(taskOf("t1", "")).toMatchObject({ ...nothing, attemptCount: 0 });
  });

  it("gives Wilson's interval of the scored attempts", () => {
    expect(taskOf("t1", "pppfx").interval).toEqual({
      low: expect.closeTo(0.30064184258240184, 12),
      high: expect.closeTo(0.9544127391902995, 12),
    });
  });

  it.each([
    [[0.6, 0.8, 1], 0, false],
    [[0.4, 0.9], 0, true],
    [[1], 4, false],
    [[0.4, 0.9], 3, true],
    [[0, 0], 0, false],
  ])("Q4: scores %j and %d unscored are in the learning zone: %j", (values, unscored, expected) => {
    const attempts = [
      ...valuesOf("t1", values).attempts,
      ...taskOf("t1", "x".repeat(unscored)).attempts,
    ];

    expect(summarizeTask(task, attempts).inLearningZone).toBe(expected);
  });

  it.each([
    ["A", "pxxx", 1, false],
    ["B", "pfxx", 2, true],
    ["C", "ffff", 4, false],
    ["D", "pppp", 4, false],
    ["E", "xxxx", 0, false],
    ["F", "ffxx", 2, false],
  ])("B2: task %s (%s) has %d scored, zone %j", (id, letters, scoredCount, inLearningZone) => {
    expect(taskOf(id, letters)).toMatchObject({ scoredCount, inLearningZone });
  });

  it("case 6: keeps fail, error, time and judge trouble apart", () => {
    const { attempts, ...summary } = taskOf("t1", "pfxtee");

    expect(summary).toMatchObject({
      passedCount: 1,
      scoredCount: 2,
      unscoredCount: 4,
      unscoredCauses: { error: 1, timeout: 1, "scorer-error": 2 },
      passRate: 0.5,
    });
    expect(attempts.map(({ unscored }) => unscored?.cause)).toEqual([
      undefined,
      undefined,
      "error",
      "timeout",
      "scorer-error",
      "scorer-error",
    ]);
  });

  it("is in the zone exactly when the pass rate lies strictly between 0 and 1", () => {
    const letters = fc.string({ unit: fc.constantFrom("p", "f", "e", "x", "t"), maxLength: 8 });
    fc.assert(
      fc.property(letters, (outcome) => {
        const { passRate, inLearningZone } = taskOf("t1", outcome);
        expect(inLearningZone).toBe(passRate !== null && passRate > 0 && passRate < 1);
      }),
    );
  });
});

describe("summarizeTask: metrics", () => {
  const scored = (value: number) => ({ score: { value, passed: true }, unscored: null });
  const missing = { score: null, unscored: { cause: "scorer-error", reason: "bug" } } as const;

  it("takes means over what was measured, and counts what is missing", () => {
    const attempts = [
      attempt({ metrics: { short: scored(0.2), cost: missing } }),
      attempt({ metrics: { short: scored(0.4), cost: missing } }),
      attempt({ metrics: { short: missing, cost: missing } }),
      attempt({ metrics: {}, stopReason: "timeout" }),
    ];

    expect(summarizeTask(task, attempts).metrics).toEqual({
      short: {
        mean: expect.closeTo(0.3, 12),
        valueSum: expect.closeTo(0.6, 12),
        scoredCount: 2,
        missingCount: 1,
      },
      cost: { mean: null, valueSum: 0, scoredCount: 0, missingCount: 3 },
    });
  });

  it("takes a metric called __proto__ for data", () => {
    const metrics = JSON.parse('{"__proto__":{"score":{"value":1,"passed":true},"unscored":null}}');
    const summary = summarizeTask(task, [attempt({ metrics }), attempt()]);

    expect(Object.entries(summary.metrics)).toEqual([
      ["__proto__", { mean: 1, valueSum: 1, scoredCount: 1, missingCount: 0 }],
    ]);
  });
});

describe("summarizeTask: usage", () => {
  it("adds up what was reported, says how many reported none, and keeps judges apart", () => {
    const attempts = [
      attempt({ run: { ...answered, usage: { inputTokens: 10, costUsd: 1 } } }),
      attempt({ run: { ...answered, usage: { inputTokens: 5 } }, scorerUsage: { inputTokens: 3 } }),
      attempt({ run: answered }),
      attempt({ run: null, stopReason: "error" }),
    ];

    expect(summarizeTask(task, attempts).usage).toEqual({
      agent: { inputTokens: 15 },
      scorer: { inputTokens: 3 },
      retry: null,
      modelRetryCount: 0,
      unreportedCount: 2,
    });
  });

  it("is unknown, not 0, when nobody reported any", () => {
    const { usage } = toTaskResult(task, [attempt()]);

    const none = { agent: null, scorer: null, retry: null, modelRetryCount: 0 };
    expect(usage).toEqual({ ...none, unreportedCount: 1 });
    expect(addUsageSummaries([])).toEqual({ ...none, unreportedCount: 0 });
    expect(addUsageSummaries([usage, usage])).toEqual({ ...none, unreportedCount: 2 });
  });

  it("keeps apart what earlier tries consumed, and counts the model calls that were tried again", () => {
    const failed = { error: "reset", errorType: "Error", durationMs: 1 };
    const last = { error: null, errorType: null, durationMs: 1, usage: { inputTokens: 100 } };
    const { usage } = toTaskResult(task, [
      attempt({
        run: { ...answered, usage: { inputTokens: 100 } },
        tries: [{ ...failed, usage: { inputTokens: 7 } }, failed, last],
        modelRetries: { "rate-limit": 2, server: 1 },
      }),
      attempt({
        tries: [{ ...failed, usage: { inputTokens: 5 } }, last],
        modelRetries: { server: 1 },
      }),
    ]);

    expect(usage).toMatchObject({
      agent: { inputTokens: 100 },
      retry: { inputTokens: 12 },
      modelRetryCount: 4,
    });
    expect(addUsageSummaries([usage, usage])).toMatchObject({
      retry: { inputTokens: 24 },
      modelRetryCount: 8,
    });
  });
});
