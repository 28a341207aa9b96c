import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

/** The shortest scorer: a function that says true or false. Its types come from agent and tasks. */
export default defineEnvironment({
  name: "code-scorer",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "chain-a", ...chains.a },
    { id: "chain-b", ...chains.b2 },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
