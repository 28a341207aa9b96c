import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

/** Tasks, the agent that answers them, and the scorer that judges: all that a run needs. */
export default defineEnvironment({
  name: "first-environment",
  agent: defineAgent({
    model: slipCalculator(), // calculates by hand and slips now and then; runs offline
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "warm-up", input: "Multiply 17 by 23.", expected: 391 },
    {
      id: "chain-a",
      input:
        "Multiply 2718281828459045 by 1618033988749895. Add the decimal digits of the product, multiply that digit sum by 131071, then subtract the product's remainder modulo 65521.",
      expected: 20944939,
    },
    {
      id: "chain-b",
      input:
        "Multiply 3141592653589793 by 1414213562373095. Add the decimal digits of the product, multiply that digit sum by 104729, then subtract the product's remainder modulo 65537.",
      expected: 16731173,
    },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
