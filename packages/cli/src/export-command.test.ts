import { readdir } from "node:fs/promises";
import { type Message, RolloutResult, toTaskResult } from "@rollouts/core";
import { loadResult, saveResult } from "@rollouts/result-file";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "./workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let path: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  const outcomes = { always: "111", half: "110", sometimes: "100", broken: "1xx" };
  path = await workshop.record("a.rollouts.jsonl", outcomes);
});
afterAll(() => workshop.close());

const rowsIn = async (name: string) =>
  (await workshop.read(name))
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));

describe("rollouts export", () => {
  it("writes the learning zone's passing attempts, with what became of the others", async () => {
    const out = workshop.path("train.jsonl");
    const ended = await rollouts(["export", path, out]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toBe(
      [
        "training rows written: 3 (profile portable)",
        `  ${out}: 3 rows`,
        `  ${out}.meta.json`,
        "skipped failed: 3",
        "",
      ].join("\n"),
    );
    expect((await rollouts(["validate", out])).stdout).toContain("3 rows, manifest: matches");
    expect((await rollouts(["trace", out, "3"])).stdout).toContain("sometimes/0");
  });

  it.each([
    ["--all-tasks", ["--all-tasks"], 7],
    ["--max-per-task", ["--max-per-task", "1"], 2],
    ["--min-score", ["--min-score", "1"], 3],
    ["--profile", ["--profile", "together"], 2],
  ])("takes %s", async (name, args, rows) => {
    const out = `sft${name}.jsonl`;
    const ended = await rollouts(["export", path, workshop.path(out), ...args, "--json"]);
    expect(JSON.parse(ended.stdout)).toMatchObject({ written: rows });
    expect(await rowsIn(out)).toHaveLength(rows);
  });

  it.each([
    ["pairs", ["--method", "all"], "input", 2],
    ["kto", [], "label", 4],
    ["prompts", [], "prompt", 2],
  ])("writes --kind %s, which validate --kind knows", async (kind, args, key, rows) => {
    const out = workshop.path(`${kind}.jsonl`);
    const ended = await rollouts(["export", path, out, "--kind", kind, ...args]);
    expect(ended.stdout).toContain(`training rows written: ${rows} (profile `);
    const found = await rowsIn(`${kind}.jsonl`);
    expect(found).toHaveLength(rows);
    expect(found[0]).toHaveProperty(key);
    const validated = await rollouts(["validate", out, "--kind", kind]);
    expect(validated).toMatchObject({ code: 0 });
    expect((await rollouts(["validate", out])).code).toBe(1);
  });

  it("says what to type when --validation-share leaves a side empty", async () => {
    const args = ["export", path, workshop.path("empty.jsonl"), "--validation-share", "0.01"];
    const ended = await rollouts(args);
    expect(ended.stderr).toMatch(/Nothing was written\. Change --validation-share\.\n$/);
    expect(ended.code).toBe(5);
  });

  it("B2 writes half a character with --replace-lone-surrogates, which it says to type", async () => {
    const { header, taskResults } = await loadResult(path);
    const messages: Message[] = [
      { role: "user", content: "Q" },
      { role: "assistant", content: "x\ud83d" },
    ];
    const broken = taskResults.map(({ task, attempts }) =>
      toTaskResult(
        task,
        attempts.map((one) => ({ ...one, run: one.run && { ...one.run, text: null, messages } })),
      ),
    );
    const brokenPath = workshop.path("broken.rollouts.jsonl");
    await saveResult(new RolloutResult({ header, taskResults: broken }), brokenPath);
    const args = ["export", brokenPath, workshop.path("mended.jsonl"), "--all-tasks"];
    const refused = await rollouts(args);
    expect(refused.stderr).toMatch(/Nothing was written\. Take --replace-lone-surrogates\.\n$/);
    expect(refused.code).toBe(5);
    expect((await rollouts([...args, "--replace-lone-surrogates"])).code).toBe(0);
    const [row] = await rowsIn("mended.jsonl");
    expect(row.messages[1].content).toBe("x\ufffd");
  });

  it("sends whole tasks to a second file with --validation-share", async () => {
    const out = workshop.path("split.jsonl");
    const args = ["export", path, out, "--all-tasks", "--validation-share", "0.5"];
    const ended = await rollouts(args);
    expect(ended.stdout).toContain("split.validation.jsonl: ");
    const [train, validation] = [
      await rowsIn("split.jsonl"),
      await rowsIn("split.validation.jsonl"),
    ];
    const inputs = (rows: readonly { messages: unknown[] }[]) =>
      new Set(rows.map(({ messages }) => JSON.stringify(messages[0])));
    expect(train.length + validation.length).toBe(7);
    expect([...inputs(train)].filter((input) => inputs(validation).has(input))).toEqual([]);
  });

  it("without a row exits 3, and touches no file that is there", async () => {
    const down = await workshop.record("down.rollouts.jsonl", { a: "00" });
    const out = await workshop.write("old.jsonl", "old\n");
    const ended = await rollouts(["export", down, out]);
    expect(ended.stdout).toContain(
      "no row to write, so no file was touched\n  0 of 1 tasks are in the learning zone, with passes and fails; --all-tasks takes all",
    );
    const all = await rollouts(["export", down, out, "--all-tasks"]);
    expect(all.stdout).toContain("no row to write, so no file was touched\nskipped failed: 2");
    expect(all.stdout).not.toContain("learning zone");
    expect(ended.code).toBe(3);
    expect(await workshop.read("old.jsonl")).toBe("old\n");
    expect(await readdir(workshop.folder)).not.toContain("old.jsonl.meta.json");
  });

  it.each([
    [["--kind", "kto", "--min-score", "0.5"], "--min-score is for --kind sft, not for --kind kto."],
    [["--method", "all"], "--method is for --kind pairs, not for --kind sft."],
    [
      ["--kind", "prompts", "--max-per-task", "1"],
      "--max-per-task is for --kind sft or --kind pairs",
    ],
    [["--profile", "opnai"], "profile must be one of "],
    [["--kind", "dpo"], "Allowed choices are sft, pairs, kto, prompts."],
  ])("%j exits 2", async (args, message) => {
    const ended = await rollouts(["export", path, workshop.path("never.jsonl"), ...args]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("exits 2 for an input that is none, and 5 for an output that cannot be written", async () => {
    const none = await rollouts(["export", "nowhere", workshop.path("never.jsonl")]);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    const tooLong = workshop.path(`${"x".repeat(249)}.jsonl`);
    expect(await rollouts(["export", path, tooLong])).toMatchObject({
      code: 5,
      stdout: "",
    });
  });
});
