// Failed is a verdict; unscored is none. What has no verdict counts in no rate, and says why.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineEnvironment, type Task } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { agent } from "./agent.ts";

const tasks: Task<number | string>[] = [
  { id: "hard-product", ...chains.a },
  { id: "broken-scorer", input: "Multiply 17 by 23.", expected: "raise" },
];
const environment = defineEnvironment({
  name: "error-analysis",
  agent,
  tasks,
  scorer(run, expected) {
    if (expected === "raise") throw new Error("This scorer breaks at this task.");
    return run.output.value === expected;
  },
});

const model = chosenModel({ maxOutputTokens: 2500 });
const result = await runRollouts(environment, { k: 8, concurrency: 4, model });
console.log(String(result));

const { scoredCount, unscoredCount, passRate, attemptCount } = result.summary();
console.log(`${scoredCount} scored, ${unscoredCount} without a verdict, pass rate ${passRate}`);
for (const [id, errors] of Object.entries(result.errors()))
  console.log(`${id}: ${errors.length} x ${errors[0]}`);

const [hard, broken] = result.taskResults;
assert.equal(scoredCount + unscoredCount, attemptCount);
assert.equal(broken?.passedCount, 0);
if (broken?.scoredCount === 0) {
  assert.equal(broken.passRate, null); // not 0: nothing is known
  assert.equal(passRate, hard?.passRate);
}
