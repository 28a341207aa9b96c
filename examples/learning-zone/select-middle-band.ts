// Selects tasks by their pass rate with a filter of one's own: narrower than the learning zone, say.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, formatNumber } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const env = defineEnvironment({
  ...environment,
  name: "select-middle-band",
  tasks: [
    { id: "warm-up", input: "Multiply 29 by 31.", expected: 899 },
    { id: "chain-a", ...chains.a },
    { id: "chain-b", ...chains.b },
  ],
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

/** A task without a verdict has no pass rate, and is in no band. */
const inBand = (low: number, high: number) =>
  result.taskResults.filter(
    ({ passRate }) => passRate !== null && passRate > low && passRate < high,
  );
const middle = inBand(0, 1);

console.log(String(result));
for (const { task, passRate } of middle) {
  console.log(`${task.id}: ${formatNumber(passRate ?? Number.NaN, 2)}`);
}
console.log(
  "from 0.3 to 0.7:",
  inBand(0.3, 0.7)
    .map(({ task }) => task.id)
    .join(", ") || "none",
);

// The band from 0 to 1, without both ends, is the learning zone.
assert.deepEqual(middle, result.learningZone().taskResults);
