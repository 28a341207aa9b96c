import { defineEnvironment, functionAgent } from "@rollouts/core";

/** Enough tasks for an output that no pipe holds at once. */
export default defineEnvironment({
  name: "many",
  agent: functionAgent({ run: () => "done" }),
  tasks: Array.from({ length: 1000 }, (_, index) => ({
    id: `${index}`.padStart(1000, "0"),
    input: "a",
  })),
  scorer: () => true,
});
