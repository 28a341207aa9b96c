// Runs two prompts at the same tasks and puts their pass rates side by side.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import { careful, environmentWith, eTimesPhi, piTimesE, terse } from "./environment.ts";

const tasks = [eTimesPhi, piTimesE];
const options = { k: 4, model: chosenModel() };
const before = await runRollouts(environmentWith(terse, tasks), options);
const after = await runRollouts(environmentWith(careful, tasks), options);
console.log(String(before));
console.log(String(after));

for (const [index, { id, passRate }] of before.summary().tasks.entries())
  console.log(`${id}: ${passRate} -> ${after.summary().tasks[index]?.passRate}`);

// Another prompt is another environment; the model behind it is the same policy.
console.log(`environments: ${before.envFingerprint} and ${after.envFingerprint}`);
assert.notEqual(before.envFingerprint, after.envFingerprint);
assert.equal(before.policyFingerprint, after.policyFingerprint);
