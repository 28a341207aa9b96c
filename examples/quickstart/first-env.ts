// The whole way: tasks, an agent and a scorer make an environment; a run gives a grid and numbers.
import assert from "node:assert/strict";
import { chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

const env = defineEnvironment({
  name: "first-env",
  agent: defineAgent({
    model: slipCalculator(), // offline; with a key: openai("gpt-5.5")
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  // Without ids they are t1 and t2.
  tasks: [
    { input: "Multiply 17 by 23.", expected: 391 },
    {
      input:
        "Multiply 2718281828459045 by 1618033988749895. Add the decimal digits of the product, multiply that digit sum by 131071, then subtract the product's remainder modulo 65521.",
      expected: 20944939,
    },
  ],
  scorer: (run, expected) => run.output.value === expected,
});

const result = await runRollouts(env, { k: 8, model: chosenModel() });
console.log(String(result));

const { passRate, plannedCount, scoredCount, unscoredCount, notRunCount, tasks } = result.summary();
console.log({ passRate, plannedCount, scoredCount, unscoredCount, notRunCount });
for (const { id, passRate, interval } of tasks) console.log(id, passRate, interval);

const zone = result.learningZone();
console.log("learning zone:", zone.taskResults.map(({ task }) => task.id).join(", ") || "empty");

assert.deepEqual(
  tasks.map(({ id }) => id),
  ["t1", "t2"],
);
assert.equal(scoredCount + unscoredCount + notRunCount, plannedCount);
