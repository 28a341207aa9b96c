import { defineEnvironment, functionAgent } from "@rollouts/core";

export default defineEnvironment({
  name: "sums",
  // Stands for a model that errs in every other attempt.
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
