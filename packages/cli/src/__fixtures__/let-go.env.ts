import { setTimeout as setTimeoutPromise } from "node:timers/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";

/** Each attempt leaves a rejected promise, a timer that throws and a running timer behind. */
export default defineEnvironment({
  name: "let-go",
  agent: functionAgent({
    async run() {
      void Promise.reject(new Error("let go"));
      setInterval(() => {}, 1000);
      setTimeout(() => {
        throw new Error("thrown late");
      }, 1);
      await setTimeoutPromise(1); // timers of equal length fire in order
      return "done";
    },
  }),
  tasks: [{ input: "a" }],
  scorer: () => true,
});
