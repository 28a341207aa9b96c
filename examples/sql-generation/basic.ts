// Eight queries for each question, each run on a database of its own.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel();
const isOffline = model === undefined;
const result = await runRollouts(environment, { k: 8, model });

console.log(String(result));
for (const { task, attempts } of result.taskResults) {
  const failure = attempts.find(({ score }) => score?.passed === false);
  if (failure) console.log(`${task.id}/${failure.attemptIndex}: ${failure.score?.reason}`);
}
// Wrong rows are a verdict. An attempt without one would be a fault of this program.
if (isOffline) assert.equal(result.summary().unscoredCount, 0);
if (isOffline) assert.ok(result.learningZone().taskResults.length > 0);
