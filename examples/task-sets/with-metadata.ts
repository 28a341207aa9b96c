// Runs the tasks of one difficulty. Metadata is for you: no fingerprint counts it.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, envFingerprint } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { agent } from "./agent.ts";

const env = defineEnvironment({
  name: "with-metadata",
  agent,
  tasks: [
    { id: "chain-a", ...chains.a, metadata: { difficulty: "calibration" } },
    { id: "chain-b", ...chains.b2, metadata: { difficulty: "calibration" } },
    {
      id: "product",
      input: "Multiply 43 by 47.",
      expected: 2021,
      metadata: { difficulty: "anchor" },
    },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
const tasks = env.tasks.filter(({ metadata }) => metadata?.difficulty === "calibration");
const result = await runRollouts(env, { k: 4, tasks, model: chosenModel() });

console.log(String(result));

for (const { task } of result.taskResults) assert.equal(task.metadata.difficulty, "calibration");
const unmarked = env.tasks.map((task) => ({ ...task, metadata: {} }));
assert.equal(
  result.envFingerprint,
  await envFingerprint(defineEnvironment({ ...env, tasks: unmarked })),
);
