// Eight verdicts on each ticket. A right queue by a wrong count fails as well.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel();
const isOffline = model === undefined;
const result = await runRollouts(environment, { k: 8, model });

console.log(String(result));
const zone = result.learningZone();
for (const { task, attempts } of zone.taskResults) {
  const failure = attempts.find(({ score }) => score?.passed === false);
  console.log(`${task.id}/${failure?.attemptIndex}: ${failure?.score?.reason}`);
}
if (isOffline) assert.equal(result.summary().unscoredCount, 0);
if (isOffline) assert.ok(zone.taskResults.length > 0);
