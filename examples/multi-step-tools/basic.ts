// Six attempts at each question, judged by the tools that were really executed.
import assert from "node:assert/strict";
import { runRollouts } from "@rollouts/runner";
import environment from "./environment.ts";

const result = await runRollouts(environment, { k: 6 });

console.log(String(result));
const [failure] = result.taskResults
  .flatMap(({ attempts }) => attempts)
  .filter(({ score }) => score?.passed === false);
console.log(`${failure?.taskId}/${failure?.attemptIndex} answers: ${failure?.run?.text}`);
console.log(`but ${failure?.score?.reason}`);

assert.equal(result.summary().unscoredCount, 0);
