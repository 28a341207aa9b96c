// From the grid to the attempts behind it: what failed, and what has no verdict.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { renderReport } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel({ maxOutputTokens: 2500 });
const result = await runRollouts(environment, { k: 8, concurrency: 4, model });
console.log(String(result));
console.log("");
const report = renderReport(result);
console.log(report);

const attempts = result.taskResults.flatMap(({ attempts }) => attempts);
for (const { attemptIndex, score } of attempts)
  assert.equal(report.includes(`\n  attempt ${attemptIndex}: `), score?.passed !== true);
