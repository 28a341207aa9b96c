// Six attempts at each question, judged by the tools that were really executed.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const model = chosenModel();
const isOffline = model === undefined;
const result = await runRollouts(environment, { k: 6, model });

console.log(String(result));
const [failure] = result.taskResults
  .flatMap(({ attempts }) => attempts)
  .filter(({ score }) => score?.passed === false);
console.log(`${failure?.taskId}/${failure?.attemptIndex} answers: ${failure?.run?.text}`);
console.log(`but ${failure?.score?.reason}`);

if (isOffline) assert.equal(result.summary().unscoredCount, 0);
