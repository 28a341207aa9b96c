import { recurrence, recurrenceModel } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { z } from "zod";

export const seventeenTimesTwentyThree = {
  id: "17-times-23",
  input: "Multiply 17 by 23.",
  expected: 391,
};
export const eightRounds = { id: "eight-rounds", ...recurrence(8) };
export const nineRounds = { id: "nine-rounds", ...recurrence(9) };
export const tenRounds = { id: "ten-rounds", ...recurrence(10) };

/** A recurrence: one slip in any round makes everything after it wrong. */
export default defineEnvironment({
  name: "ci-gating",
  agent: defineAgent({
    model: recurrenceModel(),
    instructions: "Calculate exactly, and answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [eightRounds, nineRounds],
  scorer: (run, expected) => run.output.value === expected,
});
