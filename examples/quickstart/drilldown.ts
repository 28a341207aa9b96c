// From the grid down to one attempt: what went wrong, and what was said.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { renderAttempt, renderReport } from "@rollouts/report";
import { runRollouts } from "@rollouts/runner";
import environment from "./order-desk.ts";

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
console.log(String(result));

console.log("\nerrors by task:", result.errors());
console.log("\n# what failed or has no verdict");
console.log(renderReport(result));
console.log("\n# two attempts of every task");
console.log(renderReport(result, { only: "all", attempts: 2 }));
console.log("\n# one attempt in full; attempts are numbered from 0");
const attempts = result.taskResults.flatMap((task) => task.attempts);
const tempted = attempts.find(({ taskId }) => taskId === "tempting-assertion");
console.log(tempted ? renderAttempt(result, "tempting-assertion/0") : "it never ran");

const errorCount = Object.values(result.errors()).flat().length;
assert.equal(errorCount, attempts.filter(({ error }) => error !== null).length);
assert.throws(() => renderAttempt(result, "tempting-assertion/8"), /tempting-assertion/);
