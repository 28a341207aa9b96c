import { createServer } from "node:http";
import { defineEnvironment, functionAgent } from "@rollouts/core";

/** Its agent leaves a server and a timer that never end. */
export default defineEnvironment({
  name: "holds-on",
  agent: functionAgent({
    run() {
      setInterval(() => {}, 1000);
      return new Promise<string>((resolve) => {
        createServer().listen(0, "127.0.0.1", () => resolve("done"));
      });
    },
  }),
  tasks: [{ input: "a" }],
  scorer: () => true,
});
