import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

/**
 * Two sums that are long enough to go wrong. The model is simulated: it calculates by hand and slips
 * now and then, so everything here runs offline. `--model openai:gpt-5.5` asks a real one.
 */
export default defineEnvironment({
  name: "async-rollouts",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Return only the final integer in the response schema.",
    outputSchema: z.object({
      value: z.int().describe("The final integer after every requested operation"),
    }),
  }),
  tasks: [
    {
      id: "async-edge-a",
      input:
        "Multiply 2718281828459045 by 1618033988749895. Add the decimal digits of the product, multiply that digit sum by 131071, then subtract the product's remainder modulo 65521.",
      expected: 20944939,
    },
    {
      id: "async-edge-b",
      input:
        "Multiply 3141592653589793 by 1414213562373095. Add the decimal digits of the product, multiply that digit sum by 65537, then subtract the product's remainder modulo 32749.",
      expected: 10481347,
    },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
