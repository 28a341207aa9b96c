import { readFile } from "node:fs/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";

/** The second attempt reads a file that may have no end: that of `PIPE`. */
export default defineEnvironment({
  name: "blocked",
  agent: functionAgent({
    async run(_input, { attemptIndex }) {
      if (attemptIndex !== 1) return "done";
      process.stderr.write("reads\n");
      return await readFile(process.env.PIPE ?? "", "utf8");
    },
  }),
  tasks: [{ input: "a" }],
  timeoutMs: Number(process.env.TIMEOUT_MS),
  scorer: () => true,
});
