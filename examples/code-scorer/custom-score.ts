// A scorer of one's own: a reason for people, details for programs, and a digest for fingerprints.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, type Scorer } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

/** Tells how far off an answer is. */
function distanceScorer(): Scorer<{ value: number }, number> {
  return {
    specVersion: "v1",
    name: "distance",
    score({ output }, expected) {
      if (output === undefined) return { value: 0, passed: false, reason: "there is no number" };
      const actual = output.value;
      const absoluteError = Math.abs(actual - expected);
      const passed = absoluteError === 0;
      return {
        value: passed ? 1 : 0,
        passed,
        reason: passed ? "exact" : `off by ${absoluteError}`,
        detail: { actual, expected, absoluteError },
      };
    },
    digest: () => "distance-1", // a new one whenever the verdicts may change
  };
}

const env = defineEnvironment({
  ...environment,
  name: "custom-score",
  tasks: [
    { id: "chain-a", ...chains.a },
    { id: "chain-g", ...chains.g },
  ],
  scorer: distanceScorer(),
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
for (const { task, attempts } of result.taskResults) {
  for (const { attemptIndex, score } of attempts) {
    console.log(`${task.id}/${attemptIndex}: ${score?.reason ?? "no verdict"}`);
    if (score) assert.equal(score.passed, score.reason === "exact");
  }
}
