import { defineEnvironment, functionAgent } from "@rollouts/core";
import { toSftJsonl, traceRow, validateSft } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  // Stands for a model that errs in every other attempt.
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
const result = await runRollouts(env, { k: 4 });
const report = await toSftJsonl(result.learningZone(), "data/sums.jsonl", { profile: "openai" });
console.log(report.written, report.skippedFailed, report.droppedDuplicates); // 1 2 1
console.log((await validateSft("data/sums.jsonl", { profile: "openai" })).valid); // true
console.log((await traceRow("data/sums.jsonl", 1)).attemptIndex); // 0
