// Tasks are plain objects: an input, what is expected, and an id.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, type Task } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { agent } from "./agent.ts";

const tasks: Task<number>[] = [
  { id: "product", input: "Multiply 43 by 47.", expected: 2021 },
  { id: "chain", ...chains.a },
  {
    id: "dual-chain-sum",
    input: `Part 1: ${chains.a.input} Part 2: ${chains.b2.input} Add the results of both parts.`,
    expected: 37676112,
  },
];
const env = defineEnvironment({
  name: "task-sets",
  agent,
  tasks,
  scorer: (run, expected) => run.output.value === expected,
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));

assert.equal(tasks[2]?.expected, chains.a.expected + chains.b2.expected);
assert.deepEqual(
  result.taskResults.map(({ task }) => task.id),
  ["product", "chain", "dual-chain-sum"],
);
