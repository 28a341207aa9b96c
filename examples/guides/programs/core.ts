import { defineEnvironment, envFingerprint, functionAgent } from "@rollouts/core";

const env = defineEnvironment({
  name: "lengths",
  tasks: [
    { input: "four", expected: 4 },
    { input: "seven", expected: 5 },
  ],
  agent: functionAgent({ name: "counter", run: (input) => ({ output: input.length }) }),
  scorer: (run, expected) => run.output === expected, // both are numbers, with no annotation
});
console.log(await envFingerprint(env));
