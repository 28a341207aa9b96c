import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

/** One task that is too easy to teach anything, and two that are hard enough. */
export default defineEnvironment({
  name: "learning-zone",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "warm-up", input: "Multiply 17 by 23.", expected: 391 },
    { id: "chain-a", ...chains.a },
    { id: "chain-b", ...chains.b },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
