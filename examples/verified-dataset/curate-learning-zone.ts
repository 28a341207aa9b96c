// Leaves out what the model can do already, and what it never does: neither teaches anything.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl, traceRow } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { eightRounds, seventeenTimesTwentyThree, tenRounds } from "./environment.ts";

const mixed = defineEnvironment({
  ...environment,
  tasks: [seventeenTimesTwentyThree, eightRounds, tenRounds],
});
const result = await runRollouts(mixed, { k: 4, concurrency: 4, model: chosenModel() });
console.log(String(result));

const zone = result.learningZone();
const ids = zone.taskResults.map(({ task }) => task.id);
for (const { task, passRate } of result.taskResults)
  assert.equal(ids.includes(task.id), passRate !== null && passRate > 0 && passRate < 1);

const path = join(import.meta.dirname, "data", "curate-learning-zone.jsonl");
const { written } = await toSftJsonl(zone, path);
console.log(`${written} rows written, from: ${ids.join(", ") || "no task"}`);
for (let line = 1; line <= written; line += 1)
  assert.ok(ids.includes((await traceRow(path, line)).taskId));
