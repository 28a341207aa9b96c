// Judges by the tools that a run executed: one is wanted, the other one is a decoy.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 6, concurrency: 6, model: chosenModel() });

console.log(String(result));
for (const { taskId, attemptIndex, score } of result.taskResults.flatMap((task) => task.attempts)) {
  if (score?.passed === false) console.log(`${taskId}/${attemptIndex}: ${score.reason}`);
}

for (const { run, score } of result.taskResults.flatMap((task) => task.attempts)) {
  if (score === null) continue;
  const names = run?.toolExecutions.flatMap(({ name, status }) => (status === "ok" ? name : []));
  assert.equal(
    score.passed,
    names?.includes("lookup_shipping_cutoff") && !names.includes("lookup_backup_carrier"),
  );
}
