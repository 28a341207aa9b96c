import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ResultSource } from "@rollouts/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import packageJson from "../../package.json" with { type: "json" };
import { useFolder } from "../__fixtures__/folder.ts";
import { exampleResult, failed, passed } from "../__fixtures__/result.ts";
import { toSftJsonl } from "../to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const digestOf = (line = "") => createHash("sha256").update(line).digest("hex");

it("W12 holds the reference's keys first, then ours", async () => {
  const path = folder.path("rows.jsonl");
  const partly = { value: 0.75, passed: true };
  const result = exampleResult([
    { id: "t1", attempts: [{ score: passed }] },
    { id: "t2", attempts: [{ score: partly }, { score: failed }] },
    { id: "t3", metadata: { split: "holdout" }, attempts: [{}, { score: null }] },
  ]);
  await toSftJsonl(result, path);
  const dataset = await readFile(path);
  const lines = String(dataset).split("\n");
  const text = await readFile(`${path}.meta.json`, "utf8");
  const expected = {
    env_fingerprint: `envfp1:${"a".repeat(64)}`,
    policy_fingerprint: `polfp1:${"b".repeat(64)}`,
    report: {
      n_written: 2,
      n_skipped_failed: 1,
      n_skipped_limit_hit: 0,
      n_skipped_tool_runs: 0,
      n_skipped_no_text: 0,
      n_dropped_over_cap: 0,
    },
    options: { only_passed: true },
    lines: [
      { task_id: "t1", attempt_index: 0, score: 1, sha256: digestOf(lines[0]) },
      { task_id: "t2", attempt_index: 0, score: 0.75, sha256: digestOf(lines[1]) },
    ],
    format_version: 1,
    producer: `@rollouts/export-sft@${packageJson.version}`,
    profile: "portable",
    profile_version: 1,
    profile_verified_on: "2026-08-23",
    loss_mask: "whatever the trainer chooses; the file says nothing",
    rows: 2,
    bytes: dataset.length,
    sha256: createHash("sha256").update(dataset).digest("hex"),
    shard: { number: 1, count: 1 },
    split: null,
    settings: {
      min_score: null,
      max_per_task: null,
      deduplicate: false,
      on_overflow: "truncate",
      alternation: null,
      allow_mixed_prompts: true,
      redact: false,
      replace_lone_surrogates: false,
    },
    counters: {
      considered: 5,
      skipped_error: 0,
      skipped_timeout: 0,
      skipped_truncated: 0,
      skipped_unscored: 1,
      skipped_low_score: 0,
      skipped_mixed_prompt: 0,
      skipped_unsupported: 0,
      dropped_by_redaction: 0,
      dropped_duplicates: 0,
      dropped_over_task_cap: 0,
      redacted: 0,
      with_replaced_surrogates: 0,
      with_secrets: 0,
      with_special_token_text: 0,
      with_unpaired_think_tag: 0,
      without_reasoning: 0,
    },
    unsupported: {},
    tokens: null,
    tool_sets: [],
    env: "example",
    k: 2,
    seed: 7,
    env_parts: {},
    policy_parts: {},
    isolation: { store: "fresh", tools: "shared", process: "shared" },
    skipped_holdout: 1,
  };
  expect(text).toBe(`${JSON.stringify(expected, null, 2)}\n`);
});

it("has one line per row, with the attempt's own index, when attempts before it are skipped", async () => {
  const path = folder.path("rows.jsonl");
  const attempts = [{ score: null }, { score: failed }, {}, { score: failed }, {}];
  await toSftJsonl(exampleResult([{ id: "t1", attempts }]), path);
  const { lines } = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
  expect(lines).toMatchObject([
    { task_id: "t1", attempt_index: 2, score: 1 },
    { task_id: "t1", attempt_index: 4, score: 1 },
  ]);
});

it("is valid JSON whatever the task is called, and null for a fingerprint that is not known", async () => {
  const path = folder.path("rows.jsonl");
  const id = '__proto__"\u2028\ud800\u001b[2J';
  const result = exampleResult([{ id, attempts: [{}] }]);
  const source: ResultSource = {
    specVersion: result.specVersion,
    header: { ...result.header, envFingerprint: null },
    tasks: () => result.tasks(),
    attempts: (taskId: string) => result.attempts(taskId),
  };
  await toSftJsonl(source, path);
  const manifest = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
  expect(manifest.lines).toMatchObject([{ task_id: id, attempt_index: 0, score: 1 }]);
  expect(manifest.env_fingerprint).toBeNull();
});
