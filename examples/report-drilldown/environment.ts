import { chains, cutOffCalculator } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { z } from "zod";

/** One task with every outcome: attempts that pass, that fail, and that are cut off. */
export default defineEnvironment({
  name: "report-drilldown",
  agent: defineAgent({
    model: cutOffCalculator(),
    instructions: "Calculate exactly, and answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [{ id: "hard-product", ...chains.a }],
  scorer: (run, expected) => ({
    value: run.output.value === expected ? 1 : 0,
    passed: run.output.value === expected,
    reason: `${run.output.value} is off by ${run.output.value - expected}`,
  }),
});
