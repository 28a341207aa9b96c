// Runs only the tasks of one split, picked by their metadata.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { envFingerprint } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

// The very objects of environment.tasks: a copy of a task would be refused.
const tasks = environment.tasks.filter(({ metadata }) => metadata?.split === "calibration");
const result = await runRollouts(environment, { k: 4, tasks, model: chosenModel() });

console.log(String(result));
const ran = result.taskResults.map(({ task }) => task.id);
const left = environment.tasks.flatMap(({ id = "" }) => (ran.includes(id) ? [] : [id]));
console.log("held out:", left.join(", "));

assert.deepEqual(ran, ["chain-a", "chain-b"]);
// It is still the same environment, so the result can be compared with a run of all tasks.
assert.equal(result.envFingerprint, await envFingerprint(environment));
