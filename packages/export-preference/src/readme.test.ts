import { readFile } from "node:fs/promises";
import { defineEnvironment, functionAgent } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { afterEach, beforeEach, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { toKtoJsonl, toPreferenceJsonl, toPromptsJsonl } from "./index.ts";

const folder = useFolder(beforeEach, afterEach);

it("the program of the README gives what it says", async () => {
  const env = defineEnvironment({
    name: "sums",
    agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex % 2 === 0 ? "42" : "41") }),
    tasks: [{ id: "six-times-seven", input: "6 * 7 = ?", expected: "42" }],
    scorer: (run, expected) => run.output === expected,
  });
  const result = await runRollouts(env, { k: 4 });
  const path = folder.path("pairs.jsonl");
  const pairs = await toPreferenceJsonl(result, path, { profile: "openai" });
  expect(pairs).toMatchObject({ written: 1, paired: 2, mergedAttempts: 1 });
  const readme = await readFile(new URL("../README.md", import.meta.url), "utf8");
  expect(readme).toContain(`\`${(await readFile(path, "utf8")).trimEnd()}\``);
  const kto = await toKtoJsonl(result, folder.path("kto.jsonl"), { profile: "trl" });
  expect(kto).toMatchObject({ desirable: 1, undesirable: 1, droppedDuplicates: 2 });
  const prompts = await toPromptsJsonl(result.learningZone(), folder.path("prompts.jsonl"), {
    profile: "trl",
    fields: (task) => ({ answer: String(task.expected) }),
  });
  expect(prompts).toMatchObject({ written: 1, inLearningZone: 1 });
});
