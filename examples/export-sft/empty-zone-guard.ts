// Without a task in the learning zone there is no file; an old one must not be taken for a new one.
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment, RolloutResult } from "@rollouts/core";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, piTimesE, seventeenTimesTwentyThree } from "./environment.ts";

const path = join(import.meta.dirname, "data", "empty-zone-guard.jsonl");
for (const stale of [path, `${path}.meta.json`]) await rm(stale, { force: true });

const withEasyTask = defineEnvironment({
  ...environment,
  tasks: [seventeenTimesTwentyThree, eTimesPhi, piTimesE],
});
const result = await runRollouts(withEasyTask, { k: 4, model: chosenModel() });
console.log(String(result));

/** Tells how many rows were written; an empty selection never reaches the exporter. */
async function exportGuarded(selection: RolloutResult): Promise<number> {
  if (selection.taskResults.length === 0) return 0;
  return (await toSftJsonl(selection, path)).written;
}

const empty = new RolloutResult({ ...result, taskResults: [] });
assert.equal(await exportGuarded(empty), 0);
assert.equal((await toSftJsonl(empty, path)).written, 0); // the exporter would write no file either
assert.ok(!existsSync(path));
console.log("an empty selection: no file");

const written = await exportGuarded(result.learningZone());
console.log(`the learning zone: ${written} rows`);
assert.equal(existsSync(path), written > 0);
assert.equal(existsSync(`${path}.meta.json`), written > 0);
