// Measures a triage of six tickets, keeps the learning zone, and writes it as training data.
import assert from "node:assert/strict";
import { join } from "node:path";
import { chosenModel } from "@examples/models";
import { defineEnvironment } from "@rollouts/core";
import { toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import { triageAgent } from "./triage.ts";

const env = defineEnvironment({
  name: "support-triage",
  agent: triageAgent,
  tasks: [
    { id: "refund", input: "Where is the refund for my cancelled seat?", expected: "billing" },
    { id: "blank-page", input: "Reports are broken: I see a blank page.", expected: "bug" },
    { id: "shortcuts", input: "Could you add keyboard shortcuts?", expected: "feature_request" },
    { id: "password", input: "My new password is not accepted.", expected: "account_access" },
    // Two subjects each: the money is more urgent than what is mentioned first.
    {
      id: "crash-charge",
      input: "Checkout crashed on me, and afterwards I was charged anyway.",
      expected: "billing",
    },
    {
      id: "slow-then-refund",
      input: "The site has been slow for a week, so I want a refund for July.",
      expected: "billing",
    },
  ],
  scorer: (run, expected) => run.output.queue === expected,
});
const result = await runRollouts(env, { k: 8, concurrency: 4, model: chosenModel() });
const zone = result.learningZone();

console.log(String(result));
for (const { task, passedCount, scoredCount } of zone.taskResults) {
  console.log(`learning zone: ${task.id}, ${passedCount} of ${scoredCount}`);
}
const path = join(import.meta.dirname, "data", "support-triage.jsonl");
const { written } = await toSftJsonl(zone, path);
console.log(`training rows written: ${written}`);

assert.equal(
  written,
  zone.taskResults.reduce((sum, task) => sum + task.passedCount, 0),
);
