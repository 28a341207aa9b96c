import {
  type AttemptResult,
  type ResultSource,
  RolloutResult,
  resolveTasks,
  type Task,
  toTaskResult,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { calibrateResult, type Gold } from "./index.ts";
import { toRun } from "./offline/to-run.ts";

const exact = (run: { output: unknown }, expected: unknown) => run.output === expected;

function attempt(taskId: string, attemptIndex: number, output?: unknown): AttemptResult {
  const run = output === undefined ? null : toRun({ input: "q", output });
  return {
    ...{ taskId, attemptIndex, run, score: null, unscored: null, metrics: {} },
    ...{ stopReason: "completed", error: null, errorType: null, durationMs: 0, waitedMs: 0 },
    ...{ toolCallLimitHit: false, tries: [] },
  };
}

/** Each row: the outputs of the attempts of one task; `undefined` for an attempt without a run. */
function resultOf(tasks: readonly Task[], outputs: readonly unknown[][]): RolloutResult {
  const taskResults = resolveTasks(tasks).map((task, row) =>
    toTaskResult(
      task,
      (outputs[row] ?? []).map((output, index) => attempt(task.id, index, output)),
    ),
  );
  const header = {
    ...{ env: "e", k: 2, seed: 0, envFingerprint: null, policyFingerprint: null },
    ...{ envParts: {}, policyParts: {} },
    isolation: { store: "fresh", tools: "shared", process: "shared" },
    end: { status: "finished", stoppedEarly: null, durationMs: 0 },
  } as const;
  return new RolloutResult({ header, taskResults });
}

const tasks = [
  { id: "sums", input: "2+2?", expected: "4" },
  { id: "a/0", input: "3+3?", expected: "6" },
];
const result = resultOf(tasks, [
  ["4", "5", undefined],
  ["6", "7"],
]);

describe("calibrateResult", () => {
  it("N8: pairs labels with attempts by task and index, and the task's expected with them", async () => {
    const gold = [
      { taskId: "a/0", attemptIndex: 1, gold: true },
      { taskId: "sums", attemptIndex: 0, gold: true },
      { taskId: "sums", attemptIndex: 1, gold: true },
      { taskId: "a/0", attemptIndex: 0, gold: true },
    ];
    const report = await calibrateResult(exact, result, gold);

    expect(report).toMatchObject({ traceCount: 4, agreement: 0.5, falseNegativeRate: 0.5 });
    expect(report.disagreements).toEqual([
      {
        index: 1,
        taskId: "sums",
        attemptIndex: 1,
        expected: "4",
        gold: true,
        scorerPassed: false,
        scorerReason: null,
      },
      {
        index: 3,
        taskId: "a/0",
        attemptIndex: 1,
        expected: "6",
        gold: true,
        scorerPassed: false,
        scorerReason: null,
      },
    ]);
    expect(report.warnings).toEqual([]);
  });

  it("N8: takes a map by attempt label, also where an id holds a slash", async () => {
    const gold = new Map([
      ["a/0/1", false],
      ["sums/0", true],
    ]);

    expect(await calibrateResult(exact, result, gold)).toMatchObject({
      traceCount: 2,
      agreement: 1,
      kappa: 1,
    });
  });

  it.each<[string, Gold]>([
    ["a map by task id and index", new Map([[["sums", 0] as const, true]])],
    ["an object by attempt label", { "sums/0": true }],
    ["a list", [{ taskId: "sums", attemptIndex: 0, gold: true }]],
  ])("N8: takes %s", async (_, gold) => {
    expect(await calibrateResult(exact, result, gold)).toMatchObject({
      traceCount: 1,
      agreement: 1,
      warnings: [],
    });
  });

  it("N8: an object may have any task id as key", async () => {
    const gold = JSON.parse('{"__proto__/0": true}');

    expect((await calibrateResult(exact, result, gold)).warnings).toEqual([
      '1 label of task "__proto__", which the result does not have',
    ]);
  });

  it("N8: warns of labels without a run, without an attempt and without a task", async () => {
    const gold = new Map([
      ["sums/2", true],
      ["sums/7", true],
      ["other/0", true],
      ["other/1", false],
      ["third/0", false],
      ["sums/0", true],
    ]);
    const report = await calibrateResult(exact, result, gold);

    expect(report.traceCount).toBe(1);
    expect(report.warnings).toEqual([
      'attempt "sums/2" is labelled, and has no completed run',
      'attempt "sums/7" is labelled, and not in the result',
      '2 labels of task "other", which the result does not have',
      '1 label of task "third", which the result does not have',
    ]);
  });

  it("N8: leaves out a run that did not complete", async () => {
    const cut = resultOf([tasks[0] as Task], [["4"]]);
    const [taskResult] = cut.taskResults;
    const [first] = taskResult?.attempts ?? [];
    Object.assign(first?.run as object, { status: "truncated" });

    const report = await calibrateResult(exact, cut, new Map([["sums/0", true]]));

    expect(report).toMatchObject({ traceCount: 0, agreement: null });
    expect(report.warnings).toEqual(['attempt "sums/0" is labelled, and has no completed run']);
  });

  it("reads any source, the attempts of labelled tasks only", async () => {
    const read: string[] = [];
    const source: ResultSource = {
      specVersion: "v1",
      header: result.header,
      tasks: () => result.tasks(),
      attempts: (taskId) => {
        read.push(taskId);
        return result.attempts(taskId);
      },
    };
    const report = await calibrateResult(exact, source, new Map([["sums/0", true]]));

    expect(report.agreement).toBe(1);
    expect(read).toEqual(["sums"]);
  });

  it("shows the scorer the task", async () => {
    const seen: unknown[] = [];
    await calibrateResult(
      (_run, expected, { task, attemptIndex }) => {
        seen.push([task.id, task.input, expected, attemptIndex]);
        return true;
      },
      result,
      new Map([["a/0/1", true]]),
    );

    expect(seen).toEqual([["a/0", "3+3?", "6", 1]]);
  });

  it.each<[unknown, string]>([
    [
      "gold",
      "gold must be a list of { taskId, attemptIndex, gold }, a Map, or an object by task-id/0",
    ],
    [[["sums", 0, true]], "gold[0] must be { taskId, attemptIndex, gold }, got an array of 3."],
    [[{ taskId: 5, attemptIndex: 0, gold: true }], "gold[0].taskId must be a string, got 5."],
    [[{ taskId: "sums", attemptIndex: true, gold: true }], "from 0 on, got true."],
    [[{ taskId: "sums", attemptIndex: -1, gold: true }], "from 0 on, got -1."],
    [[{ taskId: "sums", attemptIndex: 0.5, gold: true }], "from 0 on, got 0.5."],
    [[{ taskId: "sums", attemptIndex: 0, gold: "true" }], 'true or false, got "true".'],
    [
      [{ taskId: "sums", attemptIndex: 0, passed: true }],
      'gold[0] has an unknown key "passed" (allowed: taskId, attemptIndex, gold)',
    ],
    [
      new Map([["sums", true]]),
      'a key of gold must be like "task-id/0" or ["task-id", 0], got "sums".',
    ],
    [new Map([["sums/01", true]]), 'or ["task-id", 0], got "sums/01".'],
    [new Map([[5, true]]), 'or ["task-id", 0], got 5.'],
    [new Map([[["sums", true], true]]), 'gold of "sums/true".attemptIndex must be a whole number'],
    [new Map([[["sums"], true]]), 'or ["task-id", 0], got an array of 1.'],
    [new Map([["sums/0", 1]]), 'gold of "sums/0".gold must be true or false, got 1.'],
    [{ "sums/0": "yes" }, 'gold of "sums/0".gold must be true or false, got "yes".'],
    [
      [0, 1].map(() => ({ taskId: "sums", attemptIndex: 0, gold: true })),
      'gold[1] is a second label of attempt "sums/0".',
    ],
  ])("N8: refuses the labels %o", async (gold, message) => {
    await expect(calibrateResult(exact, result, gold as Gold)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    });
  });

  it("refuses what is no result", async () => {
    await expect(calibrateResult(exact, {} as never, [])).rejects.toThrow(
      "calibrateResult: result must be a result",
    );
    await expect(calibrateResult(exact, result, [], { signal: null } as never)).rejects.toThrow(
      "calibrateResult: signal must be an AbortSignal, got null.",
    );
  });
});
