// One attempt in full: the first that was scored and failed, with its transcript.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { renderAttempt } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel({ maxOutputTokens: 2500 });
const result = await runRollouts(environment, { k: 8, concurrency: 4, model });
console.log(String(result));

const attempts = result.taskResults.flatMap(({ attempts }) => attempts);
const failure = attempts.find(({ score }) => score?.passed === false);
if (failure === undefined) {
  console.log("No attempt was scored and failed.");
} else {
  const label = `hard-product/${failure.attemptIndex}`; // counted from 0
  const text = renderAttempt(result, label);
  console.log(`\n${text}`);
  assert.ok(text.startsWith(`${label}   FAIL`));
}
