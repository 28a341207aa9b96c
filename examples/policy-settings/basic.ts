// One environment, two settings of the model: the setting is part of the policy, not of the environment.
import assert from "node:assert/strict";
import { twoEfforts } from "@examples/models";
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
assert.equal(diff.agentChanged, false);
