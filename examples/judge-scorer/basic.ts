// A model judges whether a rewritten draft meets the criteria: pass or fail, with a reason.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, model: chosenModel() });

console.log(String(result));
for (const { attempts } of result.taskResults) {
  for (const { taskId, attemptIndex, score, unscored } of attempts) {
    console.log(`${taskId}/${attemptIndex}: ${score?.reason ?? unscored?.reason}`);
    // A judge that cannot be read gives no verdict; it never fails an attempt.
    assert.notEqual(score === null, unscored === null);
    if (score) assert.equal(score.value, score.passed ? 1 : 0);
  }
}
