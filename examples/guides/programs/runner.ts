import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  tasks: [
    { id: "small", input: "17 + 23", expected: 40 },
    { id: "large", input: "1718 + 2391", expected: 4109 },
  ],
  agent: functionAgent({
    run(input) {
      const [a = 0, b = 0] = String(input).split(" + ").map(Number);
      return { output: Math.random() < 0.3 ? a + b - 10 : a + b };
    },
  }),
  scorer: (run, expected) => run.output === expected,
});
console.log(String(await runRollouts(env, { k: 8, concurrency: 4 })));
