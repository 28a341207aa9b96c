import { chains } from "@examples/models";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment, type Task } from "@rollouts/core";
import { z } from "zod";
import { offlineModel } from "./offline-model.ts";

export const eTimesPhi = { id: "e-times-phi", ...chains.a };
export const piTimesE = { id: "pi-times-e", ...chains.pe };
export const rootFiveTimesRootSix = { id: "root-5-times-root-6", ...chains.d };
export const rootTwoTimesRootThree = { id: "root-2-times-root-3", ...chains.c };

export const terse = "Answer with the final integer alone.";
export const careful =
  "Calculate digit by digit, check every step once more, and answer with the final integer alone.";

/** One environment for each prompt: nothing else differs. */
export function environmentWith(instructions: string, tasks: readonly Task<number>[]) {
  return defineEnvironment({
    name: "prompt-comparison",
    agent: defineAgent({
      model: offlineModel,
      instructions,
      outputSchema: z.object({ value: z.int() }),
    }),
    tasks,
    scorer: (run, expected) => run.output.value === expected,
  });
}

export default environmentWith(terse, [eTimesPhi, piTimesE]);
