import { isDeepStrictEqual } from "node:util";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment } from "@rollouts/core";
import { z } from "zod";
import { offlineModel } from "./offline-model.ts";
import { runChecks } from "./run-checks.ts";
import { tasks } from "./tasks.ts";

/** Bug reports that are answered with the mended module. The verdict is what the module does. */
export default defineEnvironment({
  name: "code-fixes",
  agent: defineAgent({
    model: offlineModel,
    instructions: "Mend the JavaScript module. Keep its exports. Return the whole module.",
    outputSchema: z.object({ code: z.string().describe("The whole module, without a fence") }),
  }),
  tasks,
  scorer: {
    // Stands for the function and for run-checks.ts, which its source text does not show.
    version: "1",
    async score(run, checks, { signal }) {
      const outcome = await runChecks(run.output.code, checks, { signal });
      if ("problem" in outcome) return { value: 0, passed: false, reason: outcome.problem };
      const failed = checks.filter(({ gives }, n) => !isDeepStrictEqual(outcome.answers[n], gives));
      return {
        value: 1 - failed.length / checks.length,
        passed: failed.length === 0, // a module that is mended by half is not mended
        reason: failed.map(({ name }) => `fails: ${name}`).join("; ") || "all checks hold",
      };
    },
  },
});
