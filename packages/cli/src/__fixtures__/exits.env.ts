import { defineEnvironment, functionAgent } from "@rollouts/core";

/** Its agent ends the process as if all was well. */
export default defineEnvironment({
  name: "exits",
  agent: functionAgent({ run: () => process.exit(0) }),
  tasks: [{ input: "a" }],
  scorer: () => true,
});
