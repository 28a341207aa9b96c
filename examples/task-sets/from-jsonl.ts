// Reads tasks from a file, one JSON object a line, and checks every expected value against a schema.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment, loadTasks, parseTasks } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { z } from "zod";
import { agent } from "./agent.ts";

const path = join(import.meta.dirname, "tasks", "chained-arithmetic.jsonl");
const tasks = await loadTasks(path, { expected: z.int() });

const env = defineEnvironment({
  name: "from-jsonl",
  agent,
  tasks,
  scorer: (run, expected) => run.output.value === expected,
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
for (const { task } of result.taskResults) {
  console.log(`${task.id}: ${task.metadata.split}, ${task.metadata.difficulty}`);
}

assert.deepEqual(
  tasks.map(({ expected }) => expected),
  [2021, 20944939, 37676112],
);
// A misspelt key is refused, and not taken for a task without an expected value.
await assert.rejects(
  parseTasks('{"input":"Multiply 43 by 47.","expected_output":2021}', { source: "line" }),
  /expected_output/,
);
