import { defineEnvironment, functionAgent } from "@rollouts/core";

console.log("printed while loading");

/** Prints wherever the user's code runs. */
export default defineEnvironment({
  name: "prints",
  agent: functionAgent({
    run() {
      process.stdout.write("printed by the agent\n");
      return "done";
    },
  }),
  tasks: [{ input: "a" }],
  scorer() {
    console.info("printed by the scorer");
    return true;
  },
});
