// Gates of a whole run: a pass rate, and a verdict for every attempt. `--enforce` makes it count.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { checkGates, renderVerdict } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";
import { conclude, readFlags } from "./flags.ts";

const { enforce, share } = readFlags("minimum-pass-rate", 0.6);
const result = await runRollouts(environment, { k: 4, concurrency: 4, model: chosenModel() });
console.log(String(result));

const verdict = checkGates(result, { minPassRate: share, minCoverage: 1 });
console.log(renderVerdict(verdict));
conclude(verdict.passed, enforce);

const { passRate, unscoredCount } = result.summary();
assert.equal(verdict.passed, passRate !== null && passRate >= share && unscoredCount === 0);
