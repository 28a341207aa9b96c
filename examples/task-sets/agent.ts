import { defineAgent } from "@rollouts/agent";
import { z } from "zod";
import { twoPartCalculator } from "./two-part-calculator.ts";

/** The same agent for every set of tasks in this folder. */
export const agent = defineAgent({
  model: twoPartCalculator,
  instructions: "Calculate exactly. Answer with the final integer alone.",
  outputSchema: z.object({ value: z.int() }),
});
