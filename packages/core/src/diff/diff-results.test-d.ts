import { describe, expectTypeOf, it } from "vitest";
import {
  type DiffOptions,
  type DiffRow,
  type DiffVerdict,
  diffResults,
  type MeanOverTasks,
  meanPassAtK,
  type PairedDifference,
  type ResultDiff,
  type RolloutResult,
} from "../index.ts";

declare const numbers: RolloutResult<number>;
declare const texts: RolloutResult<string>;
declare const summaries: Pick<RolloutResult, "header" | "taskResults">;

describe("diff", () => {
  it("compares results of any output, and what has only a header and summaries", () => {
    expectTypeOf(numbers.diff(texts)).toEqualTypeOf<ResultDiff>();
    expectTypeOf(
      numbers.diff(summaries, { allow: ["tasks", "agent"] }),
    ).toEqualTypeOf<ResultDiff>();
    expectTypeOf(diffResults(summaries, texts)).toEqualTypeOf<ResultDiff>();
  });

  it("takes exactly these options, each of which may be undefined", () => {
    expectTypeOf<keyof DiffOptions>().toEqualTypeOf<"allow" | "minEffect" | "minCoverage">();
    expectTypeOf<{
      allow: undefined;
      minEffect: undefined;
      minCoverage: undefined;
    }>().toExtend<DiffOptions>();
    // @ts-expect-error the scorer must always be the same
    numbers.diff(texts, { allow: ["scorer"] });
  });

  it("leaves what is unknown null", () => {
    expectTypeOf<ResultDiff["difference"]>().toEqualTypeOf<PairedDifference | null>();
    expectTypeOf<ResultDiff["coverage"]>().toEqualTypeOf<number | null>();
    expectTypeOf<DiffRow["delta"]>().toEqualTypeOf<number | null>();
    expectTypeOf<DiffVerdict>().toEqualTypeOf<
      "improved" | "regressed" | "no difference" | "not enough evidence"
    >();
  });
});

it("statistics over tasks take the task results of a result", () => {
  expectTypeOf(meanPassAtK(numbers.taskResults, 2)).toEqualTypeOf<MeanOverTasks>();
});
