import { cutOffCalculator } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { z } from "zod";

/** Its model may write 2500 tokens, reasoning included; an answer that is longer has no verdict. */
export const agent = defineAgent({
  model: cutOffCalculator(),
  instructions: "Calculate exactly, and answer with the final integer alone.",
  outputSchema: z.object({ value: z.int() }),
});
