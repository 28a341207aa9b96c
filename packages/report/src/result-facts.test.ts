import { expect, it } from "vitest";
import { exampleResult, exampleRun, passed } from "./__fixtures__/result.ts";
import { resultFacts } from "./result-facts.ts";

it("keeps what the agent, judges and repeated tries consumed apart, and unknown is not 0", () => {
  const run = exampleRun({ usage: { inputTokens: 10 } });
  const failedTry = {
    error: "x",
    errorType: null,
    durationMs: 1,
    usage: { inputTokens: 7, outputTokens: 1, costUsd: 0.25 },
  };
  const facts = resultFacts(
    exampleResult([
      {
        attempts: [
          {
            ...passed,
            run,
            scorerUsage: { inputTokens: 3, outputTokens: 0 },
            tries: [failedTry, { error: null, errorType: null, durationMs: 1 }],
            modelRetries: { overloaded: 2 },
          },
          passed,
        ],
      },
    ]),
  );
  expect(facts.filter(([label]) => /tokens|model calls/.test(label))).toEqual([
    ["tokens", "10 in, ? out (1 attempts did not say)"],
    ["tokens of judges", "3 in, 0 out"],
    ["tokens of tries that failed", "7 in, 1 out, $0.2500"],
    ["model calls tried again", "2"],
  ]);
});

it("says nothing of usage that nobody reported", () => {
  const labels = resultFacts(exampleResult([{ attempts: [passed] }])).map(([label]) => label);
  expect(labels).toEqual([
    "pass rate",
    "coverage",
    "learning zone",
    "mean of the task rates",
    "time",
    "environment",
    "policy",
  ]);
});
