// A judge with a reference: it is shown the correct answer, and need not know it.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { judgeScorer } from "@rollouts/scorers";
import { slipCalculator } from "@rollouts/testing";
import { judge } from "./environment.ts";

const env = defineEnvironment({
  name: "with-reference",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Answer with the digits of the final integer, without commas.",
  }),
  tasks: [
    { id: "chain-a", input: chains.a.input, expected: "The final integer is 20944939." },
    { id: "chain-b", input: chains.b2.input, expected: "The final integer is 16731173." },
  ],
  scorer: judgeScorer({
    model: judge,
    criteria: "The output names the same integer as the reference. Its wording does not matter.",
  }),
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
for (const { task, attempts } of result.taskResults) {
  for (const { attemptIndex, run, score } of attempts) {
    console.log(`${task.id}/${attemptIndex}: "${run?.text}", ${score?.reason ?? "no verdict"}`);
  }
}

// Here code could have judged; so it can check the judge.
if (chosenModel() === undefined) {
  for (const { task, attempts } of result.taskResults) {
    for (const { run, score } of attempts)
      assert.equal(score?.passed, String(task.expected).includes(`${run?.text}.`));
  }
}
