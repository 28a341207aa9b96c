import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

export const eTimesPhi = { id: "e-times-phi", ...chains.a };
export const piTimesRootTwo = { id: "pi-times-root-2", ...chains.b };
export const rootFiveTimesRootSix = { id: "root-5-times-root-6", ...chains.d };

/** Calculations that are long enough to go wrong; the other programs take other ones of them. */
export default defineEnvironment({
  name: "export-provenance",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly, and answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [eTimesPhi, piTimesRootTwo],
  scorer: (run, expected) => run.output.value === expected,
});
