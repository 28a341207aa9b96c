import {
  type AnsweredRun,
  defineEnvironment,
  functionAgent,
  type Scorer,
  type Task,
} from "@rollouts/core";
import { expectTypeOf, it } from "vitest";
import {
  allOf,
  anyOf,
  type CombinedScorer,
  codeScorer,
  exactMatch,
  includes,
  jsonEquals,
  matches,
  numeric,
  weighted,
} from "./index.ts";

const texts: Task<string>[] = [{ input: "q", expected: "a" }];
const numbers: Task<number>[] = [{ input: "q", expected: 4 }];
const agent = functionAgent({ run: () => "a" });
const typed = functionAgent({ run: () => ({ output: { value: 4 } }) });
const wordy = functionAgent({ run: () => ({ output: { value: 4, unit: "km" } }) });

const isRight = (run: AnsweredRun<{ value: number }>, expected: number) =>
  run.output.value === expected;

it("scorers fit an environment of the right types", () => {
  const env = defineEnvironment({ name: "n", agent, tasks: texts, scorer: exactMatch() });
  defineEnvironment({ name: "n", agent, tasks: texts, scorer: includes() });
  defineEnvironment({ name: "n", agent, tasks: numbers, scorer: numeric() });
  defineEnvironment({ name: "n", agent: typed, tasks: numbers, scorer: numeric() });
  defineEnvironment({ name: "n", agent, tasks: numbers, scorer: matches(/a/) });
  defineEnvironment({ name: "n", agent, tasks: numbers, scorer: exactMatch({ expected: "a" }) });
  defineEnvironment({ name: "n", agent: typed, tasks: numbers, scorer: jsonEquals() });
  defineEnvironment({ name: "n", agent, tasks: [{ input: "q" }], scorer: exactMatch() });

  expectTypeOf(env.scorer).toEqualTypeOf<Scorer<string, string>>();
});

it("scorers do not fit others", () => {
  // @ts-expect-error tasks that expect numbers
  defineEnvironment({ name: "n", agent, tasks: numbers, scorer: exactMatch() });
  // @ts-expect-error an agent that gives objects
  defineEnvironment({ name: "n", agent: typed, tasks: texts, scorer: exactMatch() });
  // @ts-expect-error an agent that gives objects which are no number
  defineEnvironment({ name: "n", agent: wordy, tasks: numbers, scorer: numeric() });
  // @ts-expect-error tasks that expect numbers
  defineEnvironment({ name: "n", agent, tasks: numbers, scorer: allOf([exactMatch()]) });
});

it("scorers are combined in the literal of an environment", () => {
  const parts = { scorer: exactMatch(), weight: 1 };
  const both = [parts, { scorer: matches(/a/), weight: 1 }];

  defineEnvironment({ name: "n", agent, tasks: texts, scorer: allOf([exactMatch(), includes()]) });
  defineEnvironment({
    name: "n",
    agent,
    tasks: texts,
    scorer: anyOf([exactMatch(), matches(/a/)]),
  });
  defineEnvironment({ name: "n", agent, tasks: texts, scorer: weighted(both) });
  defineEnvironment({ name: "n", agent, tasks: texts, scorer: allOf([anyOf([exactMatch()])]) });
  defineEnvironment({ name: "n", agent: typed, tasks: numbers, scorer: allOf([isRight]) });
  defineEnvironment({
    name: "n",
    agent: typed,
    tasks: numbers,
    scorer: allOf([jsonEquals(), isRight, codeScorer(isRight, { version: "1" })]),
  });
});

it("functions in a combination want its types", () => {
  const scorer = allOf<{ value: number }, number>([
    (run, expected) => run.output.value === expected,
    { score: (run) => run.output.value > 0 },
  ]);

  expectTypeOf(scorer).toEqualTypeOf<CombinedScorer<{ value: number }, number>>();
  defineEnvironment({ name: "n", agent: typed, tasks: numbers, scorer });
});

it("the types of a combination come from its parts", () => {
  expectTypeOf(allOf([exactMatch(), exactMatch()])).toEqualTypeOf<CombinedScorer<string, string>>();
  expectTypeOf(allOf([isRight])).toEqualTypeOf<CombinedScorer<{ value: number }, number>>();
  // The widest, where a part takes anything.
  expectTypeOf(allOf([exactMatch(), matches(/a/)])).toEqualTypeOf<
    CombinedScorer<unknown, unknown>
  >();
});
