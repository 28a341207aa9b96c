import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { slipCalculator } from "@rollouts/testing";
import { z } from "zod";

export const eTimesPhi = { id: "e-times-phi", ...chains.a };
export const piTimesRootTwo = { id: "pi-times-root-2", ...chains.b };
export const piTimesE = { id: "pi-times-e", ...chains.pe };
export const rootTwoTimesRootThree = { id: "root-2-times-root-3", ...chains.c };

export function calculator(instructions: string) {
  return defineAgent({
    model: slipCalculator(),
    instructions,
    outputSchema: z.object({ value: z.int() }),
  });
}

/** Calculations that are long enough to go wrong; the other programs take other ones of them. */
export default defineEnvironment({
  name: "environment-diff",
  agent: calculator("Calculate exactly, and answer with the final integer alone."),
  tasks: [eTimesPhi, piTimesRootTwo],
  scorer: (run, expected) => run.output.value === expected,
});
