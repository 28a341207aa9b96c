// Exports what passed at the tasks that sometimes fail, and counts what stayed behind and why.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { toSftJsonl, validateSft } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 4, model: chosenModel() });
console.log(String(result));

const zone = result.learningZone();
if (zone.taskResults.length === 0) {
  console.log("No task both passes and fails: there is nothing to learn from.");
} else {
  const path = join(import.meta.dirname, "data", "basic.jsonl");
  const { written, skippedFailed, considered } = await toSftJsonl(zone, path);
  console.log(`${written} rows written, ${skippedFailed} failed attempts left out`);

  assert.equal(considered, zone.summary().attemptCount);
  const { valid, rows } = await validateSft(path);
  assert.deepEqual({ valid, rows }, { valid: true, rows: written });
}
