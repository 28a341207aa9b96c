import {
  type Agent,
  type CompletedRun,
  defineEnvironment,
  type Environment,
  type Model,
  type RolloutResult,
  type Scorer,
} from "@rollouts/core";
import { expectTypeOf, it } from "vitest";
import { calibrate, calibrateResult, exactMatch, judgeScorer, toolCallScorer } from "./index.ts";

declare const typed: Agent<{ value: number }>;
declare const model: Model;
declare const run: CompletedRun<string>;
declare const result: RolloutResult;

const tasks = [{ id: "a", input: "2+2?", expected: 4 }];

it("a judge and a tool-call scorer judge any output, and erase no types", () => {
  expectTypeOf(judgeScorer({ model, criteria: "c" })).toEqualTypeOf<Scorer>();
  expectTypeOf(toolCallScorer({ expected: ["a"] })).toEqualTypeOf<Scorer>();

  const judged = defineEnvironment({
    name: "n",
    agent: typed,
    tasks,
    scorer: judgeScorer({ model, criteria: "c" }),
    metrics: { tools: toolCallScorer({ expected: ["a"] }), exact: (run) => run.output.value === 4 },
  });
  expectTypeOf(judged).toEqualTypeOf<Environment<{ value: number }, number>>();
});

it("options are checked where they are written", () => {
  // @ts-expect-error: the judge is always chosen
  judgeScorer({ criteria: "c" });
  // @ts-expect-error: there are two modes
  judgeScorer({ model, criteria: "c", mode: "Numeric" });
  // @ts-expect-error: a list, even of one
  toolCallScorer({ expected: "a" });
  // @ts-expect-error: plain data
  toolCallScorer({ arguments: { a: { at: new Date() } } });

  toolCallScorer({ expected: ["a", { name: "b", arguments: { n: 1 }, count: undefined }] });
});

it("N10: a function is typed by the traces that it is measured on", () => {
  const traces = [
    { output: "42", expected: 42, gold: true },
    { output: "7", expected: 42, gold: false },
  ];
  void calibrate((run, expected) => run.output.includes(String(expected)), traces);
  void calibrate(
    (run, expected) => {
      expectTypeOf(run.output).toEqualTypeOf<string>();
      expectTypeOf(expected).toEqualTypeOf<number>();
      return true;
    },
    [
      [run, 42, true],
      [{ output: "42" }, 42, false],
    ],
  );
  void calibrate(exactMatch(), [{ run: { text: "42" }, expected: "42", gold: true }]);
  void calibrate(judgeScorer({ model, criteria: "c" }), traces);
  // @ts-expect-error: it compares with text
  void calibrate(exactMatch(), traces);
  // @ts-expect-error: there is one answer
  void calibrate(exactMatch(), [{ run, output: "42", expected: "42", gold: true }]);
});

it("labels are written by attempt in any of these ways", () => {
  void calibrateResult(exactMatch(), result, new Map([["t1/0", true]]));
  void calibrateResult(exactMatch(), result, new Map([[["t1", 0], true]]));
  void calibrateResult(exactMatch(), result, { "t1/0": true });
  void calibrateResult(exactMatch(), result, [{ taskId: "t1", attemptIndex: 0, gold: true }]);
  // @ts-expect-error: the label is called gold
  void calibrateResult(exactMatch(), result, [{ taskId: "t1", attemptIndex: 0, passed: true }]);
});
