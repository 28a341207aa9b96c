// Refuses to compare what does not measure the same, and names the part that differs.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { defineEnvironment, MismatchError } from "@rollouts/core";
import { renderDiff } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment, { calculator, eTimesPhi, rootTwoTimesRootThree } from "./environment.ts";

const tasks = [eTimesPhi, rootTwoTimesRootThree];
const before = defineEnvironment({ ...environment, tasks });
const after = defineEnvironment({
  ...before,
  agent: calculator("Work by long multiplication, and answer with the final integer alone."),
});

const model = chosenModel();
const baseline = await runRollouts(before, { k: 4, model });
const current = await runRollouts(after, { k: 4, model });
console.log(String(baseline));
console.log(String(current));

assert.notEqual(current.envFingerprint, baseline.envFingerprint);
assert.throws(
  () => current.diff(baseline),
  (error) => {
    assert.ok(error instanceof MismatchError);
    console.log(`refused: ${error.message}`);
    assert.deepEqual(error.parts, ["agent"]);
    return true;
  },
);

// Who means to compare two prompts says so.
const diff = current.diff(baseline, { allow: ["agent"] });
console.log(renderDiff(diff));
assert.deepEqual([diff.agentChanged, diff.policyChanged], [true, false]);
// The calculator reads no prompts, so that offline nothing else has changed.
if (model === undefined) assert.equal(diff.verdict, "no difference");
