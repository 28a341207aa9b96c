// What the two fingerprints say about another reasoning effort: same environment, another policy.
import assert from "node:assert/strict";
import { twoEfforts } from "@examples/models";
import { defineEnvironment, envFingerprint, policyFingerprint } from "@rollouts/core";
import { renderDiff } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, rootTenTimesRootSeven } from "./environment.ts";

const other = defineEnvironment({ ...environment, tasks: [eTimesPhi, rootTenTimesRootSeven] });
const { low, high } = twoEfforts();
const baseline = await runRollouts(other, { k: 4, model: low });
const current = await runRollouts(other, { k: 4, model: high });
console.log(String(baseline));
console.log(String(current));
console.log(`environment: ${baseline.envFingerprint}`);
console.log(`policy:      ${baseline.policyFingerprint}`);
console.log(`        now: ${current.policyFingerprint}`);
console.log(renderDiff(current.diff(baseline)));

assert.equal(baseline.envFingerprint, current.envFingerprint);
assert.notEqual(baseline.policyFingerprint, current.policyFingerprint);
// Both are known before a run.
assert.equal(await envFingerprint(other), current.envFingerprint);
assert.equal(await policyFingerprint(high), current.policyFingerprint);
