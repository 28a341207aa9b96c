import { writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  badAnswer,
  badRun,
  exampleResult,
  fail,
  goodAnswer,
  goodRun,
  pass,
} from "./__fixtures__/result.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";

// Together's own check of the file before an upload, which we did not write.
const { checkFile } = createRequire(import.meta.url)("together-ai/lib/check-file.js") as {
  checkFile(path: string): Promise<Record<string, unknown>>;
};

const folder = useFolder(beforeEach, afterEach);

describe("Together's own checkFile", () => {
  it.each(["openai", "together", "fireworks"] as const)("accepts pairs of %s", async (profile) => {
    const path = folder.path("rows.jsonl");
    const result = exampleResult([
      { id: "t1", attempts: [goodAnswer, badAnswer] },
      { id: "t2", attempts: [pass("c\u0085d\u2029 é 😀 \u0000"), fail("\\n \" ' \r\n")] },
    ]);
    await toPreferenceJsonl(result, path, { profile });
    expect(await checkFile(path)).toMatchObject({
      is_check_passed: true,
      message: "Checks passed",
      num_samples: 2,
    });
  });

  it("does not know answers that are calls yet", async () => {
    const path = folder.path("rows.jsonl");
    const result = exampleResult([{ id: "t1", attempts: [goodRun, badRun] }]);
    await toPreferenceJsonl(result, path, { profile: "together" });
    expect(await checkFile(path)).toMatchObject({ is_check_passed: false });
  });

  it("refuses what it must, so that its word counts", async () => {
    const path = folder.path("rows.jsonl");
    const assistant = { role: "assistant", content: "A" };
    const row = { input: { messages: [assistant] }, preferred_output: [assistant] };
    await writeFile(path, `${JSON.stringify({ ...row, non_preferred_output: [assistant] })}\n`);
    expect(await checkFile(path)).toMatchObject({ is_check_passed: false });
  });
});
