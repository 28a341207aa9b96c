import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

export const seventeenTimesTwentyThree = {
  id: "17-times-23",
  input: "Multiply 17 by 23.",
  expected: 391,
};
export const eTimesPhi = { id: "e-times-phi", ...chains.a };
export const piTimesE = { id: "pi-times-e", ...chains.pe };
export const rootFiveTimesRootSix = { id: "root-5-times-root-6", ...chains.d };

/** Calculations that are long enough to go wrong; the other programs take other ones of them. */
export default defineEnvironment({
  name: "export-sft",
  agent: defineAgent({
    model: slipCalculator(),
    instructions: "Calculate exactly, and answer with the final integer alone.",
    outputSchema: z.object({ value: z.int() }),
  }),
  tasks: [eTimesPhi, piTimesE],
  scorer: (run, expected) => run.output.value === expected,
});
