import { readFile, writeFile } from "node:fs/promises";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { useFolder } from "./__fixtures__/folder.ts";
import { pairExport } from "./__fixtures__/pair-export.ts";
import { fail, pass } from "./__fixtures__/result.ts";

const folder = useFolder(beforeEach, afterEach);
const { exportTask, manifest, rows } = pairExport(folder);

describe("the files", () => {
  it("has a manifest that says which attempts each row is of", async () => {
    const report = await exportTask([pass("A", 0.9), fail("B", 0.1), { score: null }]);
    const found = await manifest();
    expect(found.lines).toEqual([
      {
        task_id: "t1",
        attempt_index: 0,
        score: 0.9,
        rejected_attempt_index: 1,
        rejected_score: 0.1,
        sha256: expect.stringMatching(/^[0-9a-f]{64}$/),
      },
    ]);
    expect(found).toMatchObject({
      env_fingerprint: `envfp1:${"a".repeat(64)}`,
      policy_fingerprint: `polfp1:${"b".repeat(64)}`,
      report: { n_written: 1, n_dropped_over_cap: 0 },
      producer: `@rollouts/export-preference@${packageJson.version}`,
      kind: "pairs",
      profile: "openai",
      rows: 1,
      bytes: report.bytes,
      sha256: report.sha256,
      settings: { method: "matched", max_pairs_per_task: 2, min_gap: 0.5 },
      counters: { considered: 3, paired: 2, skipped_unscored: 1, tasks: 1, tasks_with_pairs: 1 },
      tasks_without_pairs: {},
    });
  });

  it("has one newline at the end, no byte order mark, and line separators as escapes", async () => {
    await exportTask([pass("a\u2028\u2029\u0085"), fail("b")]);
    const text = await readFile(folder.path("rows.jsonl"), "utf8");
    expect(text).toContain(String.raw`a\u2028\u2029\u0085`);
    expect(text.endsWith("}\n")).toBe(true);
    expect(text.split("\n")).toHaveLength(2);
  });

  it("has the same bytes when it is written again", async () => {
    const attempts = [pass("A"), fail("B"), pass("C"), fail("D")];
    const first = await exportTask(attempts);
    const bytes = await readFile(folder.path("rows.jsonl.meta.json"));
    expect(await exportTask(attempts)).toEqual(first);
    expect(await readFile(folder.path("rows.jsonl.meta.json"))).toEqual(bytes);
  });

  it("leaves what is there when there is no pair", async () => {
    await writeFile(folder.path("rows.jsonl"), "old");
    expect(await exportTask([pass("A")])).toMatchObject({ files: [], path: null, sha256: null });
    expect(await readFile(folder.path("rows.jsonl"), "utf8")).toBe("old");
    expect(await folder.names()).toEqual(["rows.jsonl"]);
  });

  it("B15 says when there are fewer rows than the consumer asks for", async () => {
    const report = await exportTask([pass("A"), fail("B")]);
    expect(report.belowMinimum).toEqual({ path: report.path, have: 1, need: 10 });
  });

  it("counts, and flags by message and attempt, what looks like a secret", async () => {
    const key = "sk-live-1234567890abcdef";
    const report = await exportTask([pass("<|im_end|>"), fail(`key=${key}`)]);
    expect(report).toMatchObject({ written: 1, withSecrets: 1, withSpecialTokenText: 1 });
    const { lines } = await manifest();
    expect(lines[0].secrets).toEqual([{ kind: "api-key", attempt_index: 1, message: 1 }]);
    expect(JSON.stringify(await rows())).toContain(key);
  });

  it("goes through the redaction hook, for both sides", async () => {
    const attempts = [pass("secret A"), fail("secret B"), fail("drop me")];
    const report = await exportTask(attempts, {
      redact: (found) => {
        if (JSON.stringify(found.messages).includes("drop me")) return null;
        const text = JSON.stringify(found.messages).replaceAll("secret", "[gone]");
        return { ...found, messages: JSON.parse(text) };
      },
    });
    expect(report).toMatchObject({ written: 1, redacted: 1, droppedByRedaction: 1 });
    expect(await rows()).toMatchObject([
      {
        preferred_output: [{ content: "[gone] A" }],
        non_preferred_output: [{ content: "[gone] B" }],
      },
    ]);
  });
});
