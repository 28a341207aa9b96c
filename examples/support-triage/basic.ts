// Eight verdicts on each ticket. A right queue by a wrong count fails as well.
import assert from "node:assert/strict";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 8 });

console.log(String(result));
const zone = result.learningZone();
for (const { task, attempts } of zone.taskResults) {
  const failure = attempts.find(({ score }) => score?.passed === false);
  console.log(`${task.id}/${failure?.attemptIndex}: ${failure?.score?.reason}`);
}
assert.equal(result.summary().unscoredCount, 0);
assert.ok(zone.taskResults.length > 0);
