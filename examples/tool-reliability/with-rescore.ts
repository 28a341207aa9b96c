// Judges the same runs by two rules, without asking the agent again.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { rescore, runRollouts } from "@rollouts/runner";
import { toolCallScorer } from "@rollouts/scorers";
import environment, { codeWasSubmitted } from "./environment.ts";

const result = await runRollouts(environment, { k: 8, model: chosenModel() });
const again = await rescore(result, codeWasSubmitted);
const anyCode = await rescore(result, toolCallScorer({ expected: ["submit_validation_code"] }));

console.log(String(result));
for (const [name, { taskResults }] of Object.entries({ result, again, anyCode }))
  console.log(`${name}: ${taskResults[0]?.passedCount} of ${taskResults[0]?.scoredCount} passed`);

assert.deepEqual(again.summary().tasks, result.summary().tasks);
const passedCount = result.taskResults[0]?.passedCount ?? 0;
assert.ok((anyCode.taskResults[0]?.passedCount ?? 0) >= passedCount); // it asks for less
