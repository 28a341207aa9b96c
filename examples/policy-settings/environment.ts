import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

export const eTimesPhi = { id: "e-times-phi", ...chains.a };
export const rootFiveTimesRootSix = { id: "root-5-times-root-6", ...chains.d };
export const rootTenTimesRootSeven = { id: "root-10-times-root-7", ...chains.e };

/** Calculations that are long enough to go wrong; the model is put in by each run. */
export default defineEnvironment({
  name: "policy-settings",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly, and answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [eTimesPhi, rootFiveTimesRootSix],
  scorer: (run, expected) => run.output.value === expected,
});
