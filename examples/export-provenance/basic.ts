// Every row of a training file leads back to its attempt, by the manifest beside the file.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { toSftJsonl, traceRow } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, model: chosenModel() });
console.log(String(result));

const path = join(import.meta.dirname, "data", "basic.jsonl");
const { written } = await toSftJsonl(result.learningZone(), path);
console.log(`${written} rows written`);

for (let line = 1; line <= written; line += 1) {
  const { taskId, attemptIndex, score } = await traceRow(path, line);
  console.log(`line ${line} is ${taskId}/${attemptIndex}, score ${score}`);
  const taskResult = result.taskResults.find(({ task }) => task.id === taskId);
  assert.equal(taskResult?.attempts[attemptIndex]?.score?.passed, true);
}
