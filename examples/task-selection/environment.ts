import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

/** Tasks with notes in their metadata, which no fingerprint counts. */
export default defineEnvironment({
  name: "task-selection",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    {
      id: "warm-up",
      input: "Multiply 17 by 23.",
      expected: 391,
      metadata: { split: "heldout" },
    },
    { id: "chain-a", ...chains.a, metadata: { split: "calibration" } },
    { id: "chain-b", ...chains.b, metadata: { split: "calibration" } },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
