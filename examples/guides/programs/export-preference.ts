import { defineEnvironment, functionAgent } from "@rollouts/core";
import { toKtoJsonl, toPreferenceJsonl, toPromptsJsonl } from "@rollouts/export-preference";
import { runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  // Stands for a model that errs in every other attempt.
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
const result = await runRollouts(env, { k: 4 });
const pairs = await toPreferenceJsonl(result, "data/pairs.jsonl", { profile: "openai" });
console.log(pairs.written, pairs.paired, pairs.mergedAttempts); // 1 2 1
const kto = await toKtoJsonl(result, "data/kto.jsonl", { profile: "trl" });
console.log(kto.desirable, kto.undesirable, kto.droppedDuplicates); // 1 1 2
const prompts = await toPromptsJsonl(result.learningZone(), "data/prompts.jsonl", {
  profile: "trl",
  fields: (task) => ({ answer: String(task.expected) }),
});
console.log(prompts.written); // 1
