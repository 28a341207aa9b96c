import { defineEnvironment, functionAgent } from "@rollouts/core";

/** Attempts with an even index pass; the first task always does. */
export default defineEnvironment({
  name: "half",
  agent: functionAgent({ run: (_input, { attemptIndex }) => String(attemptIndex % 2) }),
  tasks: [
    { id: "always", input: "a", expected: ["0", "1"] },
    { id: "half", input: "b", expected: ["0"] },
  ],
  scorer: (run, expected) => expected.includes(run.output),
});
