import { defineEnvironment, functionAgent, summarize } from "@rollouts/core";
import { loadResult, readResultFile, saveResult } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  // Stands for a model that errs in every other attempt.
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
await saveResult(await runRollouts(env, { k: 4 }), "runs/sums.rollouts.jsonl");

const file = await readResultFile("runs/sums.rollouts.jsonl");
console.log((await summarize(file)).passRate); // 0.5
for await (const attempt of file.attempts("six-times-seven")) console.log(attempt.run?.text);
console.log(String(await loadResult("runs/sums.rollouts.jsonl"))); // the grid
