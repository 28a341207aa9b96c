// Eight, nine and ten rounds of one recurrence: where does the model stop being reliable?
import assert from "node:assert/strict";
import { chosenModel, recurrence } from "@examples/models";
import { defineEnvironment, formatNumber } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const env = defineEnvironment({
  ...environment,
  name: "recurrence-boundary",
  tasks: [
    { id: "eight-rounds", ...recurrence(8) },
    { id: "nine-rounds", ...recurrence(9) },
    { id: "ten-rounds", ...recurrence(10) },
  ],
});
const result = await runRollouts(env, { k: 6, concurrency: 6, model: chosenModel() });

console.log(String(result));
const { tasks } = result.summary();
for (const { id, interval } of tasks) {
  if (interval === null) continue; // nothing was scored
  const { low, high } = interval;
  console.log(`${id}: between ${formatNumber(low, 2)} and ${formatNumber(high, 2)}`);
}
const [shortest, longest] = [tasks[0]?.interval, tasks[2]?.interval];
const overlap = shortest && longest && shortest.low <= longest.high && longest.low <= shortest.high;
console.log(overlap ? "too wide to rank: take more attempts" : "8 and 10 rounds are apart");

for (const { interval, scoredCount } of tasks) {
  if (interval) assert.ok(interval.low < interval.high);
  else assert.equal(scoredCount, 0);
}
