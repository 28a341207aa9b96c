// Saves and reads several results at the same time, and gets the numbers without loading transcripts.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment, summarize } from "@rollouts/core";
import { loadResult, readResultFile, saveResult } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, piTimesE } from "./environment.ts";

const other = defineEnvironment({ ...environment, tasks: [eTimesPhi, piTimesE] });
const model = chosenModel();
const runs = [0, 1].map(async (seed) => {
  const result = await runRollouts(other, { k: 4, seed, model });
  const path = join(import.meta.dirname, "data", `seed-${seed}.rollouts.jsonl`);
  await saveResult(result, path);
  return { result, path };
});

for (const { result, path } of await Promise.all(runs)) {
  const [loaded, numbers] = await Promise.all([
    loadResult(path),
    summarize(await readResultFile(path)), // reads no transcript: for results that fill the memory
  ]);
  console.log(String(loaded));
  assert.deepEqual(loaded.summary(), result.summary());
  assert.deepEqual(numbers, result.summary());
}
