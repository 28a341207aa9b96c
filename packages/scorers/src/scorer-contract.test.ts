import type { Scorer, ScorerInput } from "@rollouts/core";
import { type ContractAnswer, scorerContract } from "@rollouts/testing";
import { Levenshtein } from "autoevals";
import { describe, it } from "vitest";
import {
  allOf,
  anyOf,
  codeScorer,
  exactMatch,
  fromAutoevals,
  includes,
  jsonEquals,
  matches,
  numeric,
  weighted,
} from "./index.ts";

type Create = () => ScorerInput;

const scorers: [string, Create, passing: ContractAnswer, failing: ContractAnswer][] = [
  [
    "codeScorer",
    () => codeScorer((run, expected) => run.output === expected),
    { output: 4, expected: 4 },
    { output: 5, expected: 4 },
  ],
  [
    "exactMatch",
    () => exactMatch({ trim: true, ignoreCase: true }) as Scorer,
    { output: "Four ", expected: "four" },
    { output: "five", expected: "four" },
  ],
  [
    "includes",
    () => includes() as Scorer,
    { output: "two and two is four", expected: ["two", "four"] },
    { output: "five", expected: ["two", "four"] },
  ],
  ["matches", () => matches(/^\d+$/gy), { output: "42" }, { output: "forty-two" }],
  [
    "numeric",
    () => numeric({ tolerance: 0.5 }) as Scorer,
    { output: "about 4.2", expected: 4 },
    { output: "about 5", expected: 4 },
  ],
  [
    "numeric of bigints",
    () => numeric() as Scorer,
    { output: 10n ** 20n, expected: "1e20" },
    { output: 10n ** 20n + 1n, expected: "1e20" },
  ],
  [
    "jsonEquals",
    () => jsonEquals({ ignore: ["/at"] }),
    { output: { items: [{ id: 1 }], at: 5 }, expected: { items: [{ id: 1 }] } },
    { output: { items: [{ id: 2 }] }, expected: { items: [{ id: 1 }] } },
  ],
  [
    "allOf",
    () => allOf<unknown, unknown>([exactMatch() as Scorer, (run) => run.output !== "five"]),
    { output: "four", expected: "four" },
    { output: "five", expected: "four" },
  ],
  [
    "anyOf",
    () => anyOf<unknown, unknown>([exactMatch() as Scorer, jsonEquals()]),
    { output: '"four"', expected: "four" },
    { output: '"five"', expected: "four" },
  ],
  [
    "weighted",
    () =>
      weighted<unknown, unknown>([
        { scorer: exactMatch() as Scorer, weight: 2 },
        { scorer: allOf([includes() as Scorer]), weight: 1 },
      ]),
    { output: "four", expected: "four" },
    { output: "fourteen", expected: "four" },
  ],
  [
    "fromAutoevals",
    () => fromAutoevals(Levenshtein, { version: "0.3.0", passThreshold: 0.8 }) as Scorer,
    { output: "fours", expected: "four" },
    { output: "five", expected: "four" },
  ],
];

describe.each(scorers)("%s keeps the contract of scorers", (_, create, passing, failing) => {
  const options = { scorer: create(), createScorer: create, passing, failing };
  for (const { name, run } of scorerContract(options)) it(name, run);
});
