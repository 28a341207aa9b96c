// From tasks to a training file in which every answer was checked by code.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { eightRounds, nineRounds } from "./environment.ts";

const result = await runRollouts(environment, { k: 4, concurrency: 4, model: chosenModel() });
console.log(String(result));

const path = join(import.meta.dirname, "data", "basic.jsonl");
const { written } = await toSftJsonl(result.learningZone(), path);
console.log(`${written} rows written`);

const rows = written === 0 ? [] : (await readFile(path, "utf8")).split("\n").slice(0, -1);
assert.equal(rows.length, written);
for (const row of rows) {
  const { messages } = JSON.parse(row);
  const task = [eightRounds, nineRounds].find(({ input }) => input === messages.at(-2).content);
  assert.ok(messages.at(-1).content.includes(`${task?.expected}`));
}
