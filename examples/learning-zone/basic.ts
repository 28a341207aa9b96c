// Keeps the tasks that sometimes pass and sometimes fail: the ones that a model can learn from.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, model: chosenModel() });
const zone = result.learningZone();

console.log(String(result));
console.log(`in the learning zone: ${zone.taskResults.length} of ${result.taskResults.length}`);
for (const { task, passedCount, scoredCount } of zone.taskResults) {
  console.log(`  ${task.id}: ${passedCount} of ${scoredCount} passed`);
}

for (const { inLearningZone, passedCount, scoredCount } of result.taskResults) {
  assert.equal(inLearningZone, passedCount > 0 && passedCount < scoredCount);
}
// A zone is a result with fewer tasks, all their attempts kept: failed ones too.
for (const { attempts } of zone.taskResults) assert.equal(attempts.length, 4);
