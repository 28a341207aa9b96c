// Runs again only the tasks that did not pass every time, with more attempts.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel();
const first = await runRollouts(environment, { k: 4, model });
console.log(String(first));

// A task without a verdict has no rate; it is looked at again as well.
const ids = first.taskResults.filter(({ passRate }) => passRate !== 1).map(({ task }) => task.id);
const tasks = environment.tasks.filter(({ id = "" }) => ids.includes(id));
// Another seed makes other attempts. A real model samples anew anyway.
const second = await runRollouts(environment, { k: 8, tasks, seed: 1, model });
console.log(String(second));

assert.deepEqual(
  second.taskResults.map(({ task }) => task.id),
  ids,
);
assert.equal(second.envFingerprint, first.envFingerprint);
assert.equal(second.summary().plannedCount, 8 * ids.length);
