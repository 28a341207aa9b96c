// Scores by a share: how many of four numbers are right. Only all of them pass.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment, formatNumber } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { z } from "zod";
import { fourStepCalculator } from "./four-step-calculator.ts";

const steps = z.object({
  product: z.string().describe("all its digits: it is too long for a number"),
  digitSum: z.int(),
  remainder: z.int(),
  value: z.int(),
});
const expectedA = {
  product: "4398272389447946427773755550275",
  digitSum: 160,
  remainder: 26421,
  value: chains.a.expected,
};
const expectedB = {
  product: "4442882938158365756463749819335",
  digitSum: 160,
  remainder: 25467,
  value: chains.b2.expected,
};
const names = ["product", "digitSum", "remainder", "value"] as const;

const env = defineEnvironment({
  name: "continuous-score",
  agent: defineAgent({
    model: fourStepCalculator,
    instructions:
      "Calculate exactly. Give the product, its digit sum, its remainder and the result.",
    outputSchema: steps,
  }),
  tasks: [
    { id: "chain-a", input: chains.a.input, expected: expectedA },
    { id: "chain-b", input: chains.b2.input, expected: expectedB },
  ],
  scorer: {
    score: (run, expected) =>
      names.filter((name) => run.output[name] === expected[name]).length / names.length,
    passThreshold: 1, // without it, half of the numbers would pass
  },
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
for (const { task, attempts, meanValue } of result.taskResults) {
  const values = attempts.map(({ score }) => score?.value ?? "no verdict");
  console.log(`${task.id}: ${values.join(", ")}; mean ${formatNumber(meanValue ?? Number.NaN, 2)}`);
  for (const { score } of attempts) if (score) assert.equal(score.passed, score.value === 1);
}
