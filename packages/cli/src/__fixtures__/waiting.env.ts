import { setTimeout } from "node:timers/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";

/** The first attempt passes and says so; the others wait until they are aborted. */
export default defineEnvironment({
  name: "waiting",
  agent: functionAgent({
    async run(_input, { attemptIndex, signal }) {
      if (attemptIndex > 1) await setTimeout(60_000, undefined, { signal });
      if (attemptIndex === 1) process.stderr.write("ready\n");
      if (attemptIndex === 1) await setTimeout(60_000, undefined, { signal });
      return "done";
    },
  }),
  tasks: [{ input: "a" }],
  scorer: () => true,
});
