// Runs an environment and writes its learning zone with the exporter in share-gpt.ts.
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { shareGpt } from "./share-gpt.ts";

const env = defineEnvironment({
  name: "custom-exporter",
  // Stands for a model that errs in every other attempt.
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
const result = await runRollouts(env, { k: 4 });
const path = process.argv[2] ?? "data/share-gpt.jsonl";
const { written } = await shareGpt.export(result.learningZone(), path, undefined);
console.log(`${result}\nrows written: ${written}`);
