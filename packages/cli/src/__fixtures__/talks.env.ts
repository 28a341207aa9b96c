import { setTimeout } from "node:timers/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";

/** Long enough at work for a live view, and prints meanwhile. */
export default defineEnvironment({
  name: "talks",
  agent: functionAgent({
    async run(_input, { attemptIndex }) {
      console.log(`out ${attemptIndex}`);
      process.stderr.write(`err ${attemptIndex}\u001b[31m\n`);
      await setTimeout(300);
      return "done";
    },
  }),
  tasks: [{ id: "only", input: "a" }],
  scorer: () => true,
});
