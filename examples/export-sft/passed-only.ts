// Only passing attempts become rows: as many as the grid shows, and not one more.
import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, rootFiveTimesRootSix } from "./environment.ts";

const harder = defineEnvironment({ ...environment, tasks: [eTimesPhi, rootFiveTimesRootSix] });
const result = await runRollouts(harder, { k: 6, model: chosenModel() });
console.log(String(result));

const zone = result.learningZone();
const path = join(import.meta.dirname, "data", "passed-only.jsonl");
const report = await toSftJsonl(zone, path, { onlyPassed: true }); // which is the default
console.log(`${report.written} rows written, ${report.skippedFailed} failed attempts left out`);

const passedCount = zone.taskResults.reduce((sum, task) => sum + task.passedCount, 0);
assert.equal(report.written, passedCount);
if (report.written > 0) {
  const lines = (await readFile(path, "utf8")).split("\n").slice(0, -1);
  assert.equal(lines.length, passedCount);
}
