// One product alone, and the same with more steps behind it. Numbers beyond 2^53 are compared as text.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";

const product = "4398272389447946427773755550275";

const env = defineEnvironment({
  name: "chained-arithmetic",
  // Without an output schema the answer is text, and no digit is rounded away.
  agent: defineAgent({
    model: slipCalculator(),
    instructions:
      "Calculate exactly. Answer with the digits of the final integer and nothing else.",
  }),
  tasks: [
    {
      id: "product-only",
      input: "Multiply 2718281828459045 by 1618033988749895.",
      expected: product,
    },
    { id: "chain-a", input: chains.a.input, expected: String(chains.a.expected) },
    { id: "chain-b", input: chains.b.input, expected: String(chains.b.expected) },
  ],
  scorer: (run, expected) => run.output.trim() === expected,
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
console.log(`as a JavaScript number the product would be ${Number(product)}`);

assert.ok(!Number.isSafeInteger(Number(product)));
for (const { task, attempts } of result.taskResults) {
  for (const { run, score } of attempts)
    if (score?.passed) assert.equal(run?.text?.trim(), task.expected);
}
