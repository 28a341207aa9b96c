// Long calculations of the same kind differ in difficulty: only a measurement tells which fit.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const env = defineEnvironment({
  ...environment,
  name: "chained-arithmetic",
  tasks: [
    { id: "ten-digits", ...chains.s },
    { id: "sixteen-digits", ...chains.a },
  ],
});
const result = await runRollouts(env, { k: 6, concurrency: 6, model: chosenModel() });

console.log(String(result));
const between = result
  .summary()
  .tasks.filter(({ passRate }) => passRate !== null && passRate > 0 && passRate < 1);
console.log("between 0 and 1:", between.map(({ id }) => id).join(", ") || "none");

assert.deepEqual(
  between,
  result.summary().tasks.filter(({ learningZone }) => learningZone),
);
