// Compares two settings of a model on one environment: what changed, and whether chance explains it.
import assert from "node:assert/strict";
import { chosenModel, twoEfforts } from "@examples/models";
import { renderDiff } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const { low, high } = twoEfforts();
const baseline = await runRollouts(environment, { k: 4, model: low });
const current = await runRollouts(environment, { k: 4, model: high });
console.log(String(baseline));
console.log(String(current));

const diff = current.diff(baseline);
console.log(renderDiff(diff));

assert.equal(diff.policyChanged, true);
assert.deepEqual([diff.unmatchedCurrent, diff.unmatchedBaseline], [[], []]);
for (const { baseline, current, delta } of diff.rows) {
  const isMeasured = baseline.passRate !== null && current.passRate !== null;
  assert.equal(delta, isMeasured ? Number(current.passRate) - Number(baseline.passRate) : null);
}
// Two tasks are too few to prove anything, however much both have improved.
if (chosenModel() === undefined) assert.equal(diff.verdict, "not enough evidence");
