// Does the agent look things up every time? Judged by the tool executions, not by what it says.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { renderReport } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./order-desk.ts";

const result = await runRollouts(environment, { k: 8, model: chosenModel() });

console.log(String(result));
console.log(renderReport(result));

for (const { run, score } of result.taskResults.flatMap(({ attempts }) => attempts)) {
  const isLookedUp = run?.toolExecutions.some(({ status }) => status === "ok") ?? false;
  if (score) assert.equal(score.passed, isLookedUp);
}
