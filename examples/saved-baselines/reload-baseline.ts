// A result that is loaded again says what it said before, and can be compared with a new run.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { loadResult, saveResult } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import environment, { eTimesPhi, rootTwoTimesRootThree } from "./environment.ts";

const other = defineEnvironment({ ...environment, tasks: [eTimesPhi, rootTwoTimesRootThree] });
const result = await runRollouts(other, { k: 4, model: chosenModel() });
const path = join(import.meta.dirname, "data", "reload-baseline.rollouts.jsonl");
await saveResult(result, path);

const baseline = await loadResult(path);
console.log(String(baseline));
assert.deepEqual(baseline.summary(), result.summary());
assert.equal(String(baseline), String(result));

const { verdict, coverage } = result.diff(baseline);
console.log(`compared with itself: ${verdict}`);
if (coverage === 1) assert.equal(verdict, "no difference");
