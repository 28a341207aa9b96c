// Six attempts at a product and at a recurrence: one slip in any round spoils the last number.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 6, concurrency: 6, model: chosenModel() });

console.log(String(result));
for (const { task, attempts } of result.taskResults) {
  const answers = attempts.flatMap(({ run }) => run?.output?.value ?? []);
  console.log(`${task.id}: expected ${task.expected}, answered ${answers.join(", ")}`);
}

for (const { task, attempts } of result.taskResults) {
  for (const { score, run } of attempts)
    if (score) assert.equal(score.passed, run?.output?.value === task.expected);
}
