// Six repairs of each module, each checked by running it in a process of its own.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel();
const isOffline = model === undefined;
const result = await runRollouts(environment, { k: 6, model });

console.log(String(result));
for (const { task, attempts } of result.learningZone().taskResults) {
  const failure = attempts.find(({ score }) => score?.passed === false);
  console.log(`${task.id}/${failure?.attemptIndex} ${failure?.score?.reason}`);
}
// A module that hangs or does not even load has failed. It is not unscored.
if (isOffline) assert.equal(result.summary().unscoredCount, 0);
