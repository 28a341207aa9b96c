// A floor for every single task: a good mean must not hide a task that broke.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { checkGates, renderVerdict } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment, { eightRounds, seventeenTimesTwentyThree, tenRounds } from "./environment.ts";
import { conclude, readFlags } from "./flags.ts";

const { enforce, share } = readFlags("minimum-task-rate", 0.5);
const mixed = defineEnvironment({
  ...environment,
  tasks: [seventeenTimesTwentyThree, eightRounds, tenRounds],
});
const result = await runRollouts(mixed, { k: 4, concurrency: 4, model: chosenModel() });
console.log(String(result));

const verdict = checkGates(result, { minTaskRate: share, minCoverage: 1 });
console.log(renderVerdict(verdict));
conclude(verdict.passed, enforce);

const { tasks, unscoredCount } = result.summary();
const holds = tasks.every(({ passRate }) => passRate !== null && passRate >= share);
assert.equal(verdict.passed, holds && unscoredCount === 0);
