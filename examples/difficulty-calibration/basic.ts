// Measures four tasks of rising length, to find the one that is as hard as wanted.
import assert from "node:assert/strict";
import { chains, chosenModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment, formatNumber } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

const env = defineEnvironment({
  name: "difficulty-calibration",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "one-step", input: "Multiply 43 by 67.", expected: 2881 },
    {
      id: "three-steps",
      input: "Multiply 4319 by 7877. Add the digits of the product. Multiply that digit sum by 97.",
      expected: 2425,
    },
    { id: "chain-a", ...chains.a },
    { id: "chain-f", ...chains.f },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
const result = await runRollouts(env, { k: 4, model: chosenModel() });

console.log(String(result));
const measured = result.taskResults.flatMap(({ task, passRate }) =>
  passRate === null ? [] : [{ id: task.id, passRate }],
);
// Around 0.5 both a pass and a fail are likely, and every attempt tells most.
const distance = (task: { passRate: number }) => Math.abs(task.passRate - 0.5);
const [closest] = measured.toSorted((one, other) => distance(one) - distance(other));
if (closest)
  console.log(`closest to one half: ${closest.id}, ${formatNumber(closest.passRate, 2)}`);

for (const task of measured) assert.ok(closest && distance(closest) <= distance(task));
