// Reads the numbers of a run: rates with their intervals, and how much of the plan was scored.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, formatNumber } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const env = defineEnvironment({
  ...environment,
  name: "with-summary",
  tasks: [
    { id: "warm-up", input: "Multiply 29 by 31.", expected: 899 },
    { id: "chain-a", ...chains.a },
    { id: "chain-b", ...chains.b },
  ],
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });
const summary = result.summary();
const { passRate, coverage, plannedCount, scoredCount, unscoredCount, notRunCount } = summary;

console.log(String(result));
console.log(`pass rate ${passRate}, coverage ${coverage}`);
for (const { id, interval } of summary.tasks) {
  if (interval === null) continue; // nothing was scored
  const [low, high] = [formatNumber(interval.low, 2), formatNumber(interval.high, 2)];
  console.log(`${id}: four attempts leave room for a pass rate of ${low} to ${high}`);
}

// An attempt without a verdict counts in no rate; coverage says how many there are.
const passedCount = result.taskResults.reduce((sum, task) => sum + task.passedCount, 0);
assert.equal(scoredCount + unscoredCount + notRunCount, plannedCount);
assert.equal(passRate, scoredCount === 0 ? null : passedCount / scoredCount);
