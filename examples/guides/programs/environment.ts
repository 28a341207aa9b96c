// environment.ts
import { defineEnvironment, functionAgent } from "@rollouts/core";

export default defineEnvironment({
  name: "capitals",
  agent: functionAgent({ run: (_input, { seed }) => (seed % 3 === 0 ? "Lyon" : "Paris") }),
  tasks: [{ id: "france", input: "The capital of France?", expected: "Paris" }],
  scorer: (run, expected) => run.output === expected,
});
