// Reads the two fingerprints of a run: of what was measured, and of what answered.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, envFingerprint, policyFingerprint } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";
import environment from "./environment.ts";

const tasks = [
  { id: "warm-up", input: "Multiply 37 by 41.", expected: 1517 },
  { id: "chain-a", ...chains.a },
  { id: "chain-b", ...chains.b2 },
];
const env = defineEnvironment({ ...environment, name: "with-fingerprints", tasks });
const model = chosenModel() ?? slipCalculator();
const result = await runRollouts(env, { k: 4, model });

console.log(String(result));
console.log("environment:", result.envFingerprint);
console.log("policy:     ", result.policyFingerprint);

// Both can be told before anything runs, so a stored result is known to fit, or not.
assert.equal(result.envFingerprint, await envFingerprint(env));
assert.equal(result.policyFingerprint, await policyFingerprint(model));
// Other tasks make another environment.
const fewer = defineEnvironment({ ...env, tasks: tasks.slice(1) });
assert.notEqual(result.envFingerprint, await envFingerprint(fewer));
