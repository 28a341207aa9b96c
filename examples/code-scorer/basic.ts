// Scores by a function that says true or false.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, model: chosenModel() });

console.log(String(result));

for (const { task, attempts } of result.taskResults) {
  for (const { score, run } of attempts) {
    if (score === null) continue; // no verdict: the agent broke, or its time was over
    assert.equal(score.passed, run?.output?.value === task.expected);
    assert.equal(score.value, score.passed ? 1 : 0);
  }
}
