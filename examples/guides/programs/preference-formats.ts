// A passing and a failing attempt at one task, as rows of pairs, labels and prompts.
import { readFile } from "node:fs/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { toKtoJsonl, toPreferenceJsonl, toPromptsJsonl } from "@rollouts/export-preference";
import { runRollouts } from "@rollouts/runner";

const env = defineEnvironment({
  name: "sums",
  agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
  tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
  scorer: (run, expected) => run.output === expected,
});
const result = await runRollouts(env, { k: 2 });

async function show(path: string) {
  const [row] = (await readFile(path, "utf8")).split("\n");
  console.log(`${path}: ${row}`);
}
for (const profile of ["openai", "trl", "axolotl"] as const) {
  await toPreferenceJsonl(result, `${profile}-pairs.jsonl`, { profile });
  await show(`${profile}-pairs.jsonl`);
}
await toKtoJsonl(result, "trl-kto.jsonl", { profile: "trl" });
await show("trl-kto.jsonl");
await toPromptsJsonl(result.learningZone(), "openai-prompts.jsonl", {
  profile: "openai",
  fields: ({ expected }) => ({ answer: String(expected) }),
});
await show("openai-prompts.jsonl");
