import { recurrence, recurrenceModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { z } from "zod";

/** A product, and a recurrence in which every round needs the one before. */
export default defineEnvironment({
  name: "math",
  agent: defineAgent({
    model: recurrenceModel(),
    instructions: "Calculate exactly. Answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [
    { id: "product", input: "Multiply 17 by 23.", expected: 391 },
    { id: "eight-rounds", ...recurrence(8) },
  ],
  scorer: (run, expected) => run.output.value === expected,
});
