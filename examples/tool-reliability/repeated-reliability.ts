// Checks every captured run once more, by hand: a run is data, and can be looked at as often as needed.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import { checkSubmission } from "./check-submission.ts";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
console.log(String(result));

for (const { taskId, attemptIndex, run, score } of result.taskResults[0]?.attempts ?? []) {
  if (run === null || score === null || run.refusal) continue; // a refusal fails, whatever was called
  const status = checkSubmission(run, chains.a.expected);
  console.log(`${taskId}/${attemptIndex} ${status}`);
  assert.equal(status === "PASSED", score.passed);
}
