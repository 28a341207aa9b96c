// Tells tasks that always pass from those in the learning zone, and from those without a single pass.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const env = defineEnvironment({
  ...environment,
  name: "saturated-tasks",
  tasks: [
    { id: "product", input: "Multiply 17 by 23.", expected: 391 },
    { id: "two-steps", input: "Multiply 127 by 89, then subtract 41.", expected: 11262 },
    { id: "chain-a", ...chains.a },
    { id: "chain-b", ...chains.b },
  ],
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

const idsWhere = (holds: (passRate: number) => boolean) =>
  result.taskResults
    .filter(({ passRate }) => passRate !== null && holds(passRate))
    .map(({ task }) => task.id);
const saturated = idsWhere((passRate) => passRate === 1);
const zone = idsWhere((passRate) => passRate > 0 && passRate < 1);
const unsolved = idsWhere((passRate) => passRate === 0);

console.log(String(result));
console.log("always passed, nothing left to learn:", saturated.join(", ") || "none");
console.log("learning zone:", zone.join(", ") || "none");
console.log("never passed, no example to learn from:", unsolved.join(", ") || "none");

const measured = result.taskResults.filter(({ passRate }) => passRate !== null);
assert.equal(saturated.length + zone.length + unsolved.length, measured.length);
assert.deepEqual(
  zone,
  result.learningZone().taskResults.map(({ task }) => task.id),
);
