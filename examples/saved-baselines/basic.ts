// Saves a result as a file, to be the baseline of later runs.
import assert from "node:assert/strict";
import { stat } from "node:fs/promises";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { readResultFile, saveResult } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 6, model: chosenModel() });
console.log(String(result));

const path = join(import.meta.dirname, "data", "basic.rollouts.jsonl");
await saveResult(result, path); // the whole file or none, in place of an older one
console.log(`saved, ${(await stat(path)).size} bytes`);

const { header } = await readResultFile(path);
assert.equal(header.envFingerprint, result.envFingerprint);
assert.equal(header.policyFingerprint, result.policyFingerprint);
