// Runs every task four times and prints the grid: one row per task, one cell per attempt.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, model: chosenModel() });

console.log(String(result));
console.log("█ passed   ░ failed   ▲ without a verdict");

// A run that can only fail, without a key say, ends early: some attempts then never ran.
const { taskCount, attemptCount, notRunCount } = result.summary();
assert.equal(taskCount, 3);
assert.equal(attemptCount + notRunCount, 3 * 4);
