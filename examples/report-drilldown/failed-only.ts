// A report of many failures, kept short: it says how many it leaves out.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { renderReport } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel({ maxOutputTokens: 2500 });
const result = await runRollouts(environment, { k: 8, concurrency: 4, model });
console.log(String(result));
console.log("");
const report = renderReport(result, { only: "failed", attempts: 2 });
console.log(report);

const attempts = result.taskResults.flatMap(({ attempts }) => attempts);
const notPassedCount = attempts.filter(({ score }) => score?.passed !== true).length;
assert.equal(report.match(/^ {2}attempt \d+: /gm)?.length ?? 0, Math.min(2, notPassedCount));
if (notPassedCount > 2) assert.ok(report.includes(`... ${notPassedCount - 2} more`));
