import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { conversation, exampleResult, orderAttempt } from "./__fixtures__/result.ts";
import { profiles } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

// Together's own check of the file before an upload, which we did not write.
const { checkFile } = createRequire(import.meta.url)("together-ai/lib/check-file.js") as {
  checkFile(path: string): Promise<Record<string, unknown>>;
};

const folder = useFolder(beforeEach, afterEach);
const texts = [
  { messages: conversation("U", "plain") },
  { messages: conversation("a\u2028b", "c\u0085d\u2029 é 😀 \u0000") },
  {
    messages: [
      { role: "system", content: "S" } as const,
      ...conversation("U", "\\n \" '"),
      ...conversation("V", "\r\n"),
    ].slice(0, 3),
  },
];

describe("Together's own checkFile", () => {
  it.each([
    "portable",
    "openai",
    "together",
    "fireworks",
    "mistral",
    "tinker",
    "trl",
    "axolotl",
  ] as const)("accepts the text rows of %s", async (profile) => {
    const path = folder.path("rows.jsonl");
    const tasks = texts.map((attempt, index) => ({ id: `t${index}`, attempts: [attempt] }));
    await toSftJsonl(exampleResult(tasks), path, { profile });
    expect(await checkFile(path)).toMatchObject({
      is_check_passed: true,
      message: "Checks passed",
      num_samples: 3,
    });
  });

  it("accepts the marks of messages that are not to be trained", async () => {
    const path = folder.path("rows.jsonl");
    const input = [...conversation("U", "given"), { role: "user", content: "V" } as const];
    const messages = [...input, { role: "assistant", content: "A" } as const];
    const result = exampleResult([{ id: "t1", input, attempts: [{ messages }] }]);
    expect(await toSftJsonl(result, path, { profile: "together" })).toMatchObject({ written: 1 });
    expect(await checkFile(path)).toMatchObject({ is_check_passed: true, num_samples: 1 });
  });

  it("knows no tools yet, so a profile for it leaves runs with tools out", async () => {
    const path = folder.path("rows.jsonl");
    const result = exampleResult([{ id: "t1", attempts: [orderAttempt, {}] }]);
    await toSftJsonl(result, path, { profile: "together" });
    expect(await checkFile(path)).toMatchObject({
      is_check_passed: false,
      message: expect.stringContaining('Found extra column "tools"'),
    });

    const profile = { ...profiles.together, name: "together-1.x", tools: null };
    const report = await toSftJsonl(result, path, { profile });
    expect(report).toMatchObject({ written: 1, skippedToolRuns: 1, profile: "together-1.x" });
    expect(await checkFile(path)).toMatchObject({ is_check_passed: true, num_samples: 1 });
  });

  it("refuses what it must, so that its word counts", async () => {
    const path = folder.path("rows.jsonl");
    await writeFile(path, '{"messages":[{"role":"user","content":"U"}],"weight":1}\n');
    expect(await checkFile(path)).toMatchObject({ is_check_passed: false });
  });
});
