import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import type { ResultSource } from "@rollouts/core";
import { afterEach, beforeEach, expect, it } from "vitest";
import packageJson from "../package.json" with { type: "json" };
import { useFolder } from "./__fixtures__/folder.ts";
import { exampleResult, failed, passed } from "./__fixtures__/result.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);

it("W12 holds the reference's keys first, then ours", async () => {
  const path = folder.path("rows.jsonl");
  const partly = { value: 0.75, passed: true };
  const result = exampleResult([
    { id: "t1", attempts: [{ score: passed }] },
    { id: "t2", attempts: [{ score: partly }, { score: failed }] },
    { id: "t3", metadata: { split: "holdout" }, attempts: [{}] },
  ]);
  await toSftJsonl(result, path);
  const dataset = await readFile(path);
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
      { task_id: "t1", attempt_index: 0, score: 1 },
      { task_id: "t2", attempt_index: 0, score: 0.75 },
    ],
    format_version: 1,
    producer: `@rollouts/export-sft@${packageJson.version}`,
    profile: "portable",
    rows: 2,
    bytes: dataset.length,
    sha256: createHash("sha256").update(dataset).digest("hex"),
    env: "example",
    k: 2,
    seed: 7,
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
  expect(lines).toEqual([
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
  const sidecar = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
  expect(sidecar.lines).toEqual([{ task_id: id, attempt_index: 0, score: 1 }]);
  expect(sidecar.env_fingerprint).toBeNull();
});
