import {
  type AnsweredRun,
  createAttemptContext,
  defineEnvironment,
  envFingerprint,
  foldRun,
  functionAgent,
  InvalidArgumentError,
  type ScoreContext,
} from "@rollouts/core";
import { expect, it } from "vitest";
import { type CodeScorerOptions, codeScorer } from "./index.ts";

/** How near a guess comes to the number that was wanted, from 0 to 1. */
function closeness(run: AnsweredRun<number>, expected: number): number {
  return Math.max(0, 1 - Math.abs(run.output - expected) / expected);
}

function createEnvironment(options?: CodeScorerOptions) {
  return defineEnvironment({
    name: "guesses",
    tasks: [{ input: "90", expected: 100 }],
    agent: functionAgent({ run: (input) => ({ output: Number(input) }) }),
    scorer: codeScorer(closeness, options),
    metrics: {
      exact: codeScorer((run: AnsweredRun<number>, expected: number) => run.output === expected),
    },
  });
}

/** Lets the agent answer the first task, and has the answer scored. */
async function scoreFirst(env: ReturnType<typeof createEnvironment>, input: string) {
  const agent = typeof env.agent === "function" ? await env.agent() : env.agent;
  const events = [];
  for await (const event of agent.run(input, createAttemptContext())) events.push(event);
  const run = { ...foldRun(events), status: "completed" as const };
  const context: ScoreContext = {
    task: { id: "t1", input, metadata: {} },
    attemptIndex: 0,
    signal: new AbortController().signal,
    gate: (model) => model,
  };
  return {
    score: await env.scorer.score(run, 100, context),
    exact: await env.metrics.exact?.score(run, 100, context),
  };
}

it.each([
  ["90", { value: 0.9, passed: true }, false],
  ["100", { value: 1, passed: true }, true],
  ["40", { value: 0.4, passed: false }, false],
])("C1 C2 scores an answer of %s in an environment", async (input, score, exact) => {
  expect(await scoreFirst(createEnvironment(), input)).toEqual({ score, exact });
});

it("C2 passes numbers from the threshold on", async () => {
  const env = createEnvironment({ passThreshold: 0.95 });

  expect(await scoreFirst(env, "90")).toMatchObject({ score: { value: 0.9, passed: false } });
  expect(await scoreFirst(env, "95")).toMatchObject({ score: { value: 0.95, passed: true } });
});

it("C7 C9 counts name, threshold and version where they matter", async () => {
  const named = codeScorer(closeness, { name: "distance", version: "2" });
  const fingerprints = await Promise.all(
    [{}, { version: "2" }, { passThreshold: 0.95 }].map((options) =>
      envFingerprint(createEnvironment(options)),
    ),
  );

  expect([codeScorer(closeness).name, named.name]).toEqual(["closeness", "distance"]);
  expect(named.digest()).toBe(codeScorer(() => true, { version: "2" }).digest());
  expect(new Set(fingerprints).size).toBe(3);
});

it("refuses what is no function, and a threshold that no value can reach", () => {
  expect(() => codeScorer("exact" as never)).toThrow(InvalidArgumentError);
  expect(() => codeScorer(closeness, { passThreshold: 1.5 })).toThrow(
    "passThreshold must be from 0 to 1, got 1.5.",
  );
});
