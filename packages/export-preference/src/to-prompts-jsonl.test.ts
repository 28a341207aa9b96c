import { readFile } from "node:fs/promises";
import type { Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  badRun,
  conversation,
  type ExampleTask,
  exampleResult,
  fail,
  failed,
  goodRun,
  pass,
} from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import type { ToPromptsJsonlOptions } from "./prompts/prompts-options.ts";
import { toPromptsJsonl } from "./to-prompts-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);

const exportTasks = (tasks: readonly ExampleTask[], options?: ToPromptsJsonlOptions) =>
  toPromptsJsonl(exampleResult(tasks), folder.path("rows.jsonl"), options);

async function rows() {
  const text = await readFile(folder.path("rows.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

const manifest = async () =>
  JSON.parse(await readFile(folder.path("rows.jsonl.meta.json"), "utf8"));

const other = (id: string): ExampleTask => ({
  id,
  attempts: [{ messages: conversation("A", `Question ${id}`) }],
});

describe("prompts", () => {
  it("are one row a task, with the pass rate in the manifest", async () => {
    const report = await exportTasks([
      { id: "t1", attempts: [pass("A"), fail("B"), fail("C"), { score: null }] },
      other("t2"),
    ]);
    expect(report).toMatchObject({ tasks: 2, written: 2, inLearningZone: 1 });
    expect(await rows()).toEqual([
      { prompt: [{ role: "user", content: "Question" }] },
      { prompt: [{ role: "user", content: "Question t2" }] },
    ]);
    expect(await manifest()).toMatchObject({
      kind: "prompts",
      profile: "trl",
      lines: [
        { task_id: "t1", attempt_index: 0, score: 1, pass_rate: 1 / 3, scored_count: 3 },
        { task_id: "t2", pass_rate: 1, passed_count: 1, scored_count: 1 },
      ],
    });
  });

  it("have what the caller gives for graders", async () => {
    const task = { id: "t1", expected: { n: [1] }, attempts: [fail("A")] };
    await exportTasks([task], {
      fields: ({ id, expected }) => ({ id, expected: expected as never }),
    });
    expect(await readFile(folder.path("rows.jsonl"), "utf8")).toBe(
      '{"prompt":[{"role":"user","content":"Question"}],"id":"t1","expected":{"n":[1]}}\n',
    );
  });

  it.each([
    ["what is not JSON", { at: new Date(0) }, "gave what is not JSON"],
    ["a key of the row", { prompt: "x" }, 'gave "prompt", a key of the row'],
    ["no object", [], "gave an array of 0, no object"],
    ["half a character", { key: "\ud800" }, "lone surrogate U+D800"],
  ])("refuse fields with %s, and name the task", async (_, fields, message) => {
    const exported = exportTasks([other("t7")], { fields: () => fields as never });
    await expect(exported).rejects.toMatchObject({ code: "export_failed" });
    await expect(exported).rejects.toThrow(message);
    await expect(exported).rejects.toThrow('"t7"');
    expect(await folder.names()).toEqual([]);
  });

  it("name the tools in the row for openai alone, and in the manifest for all", async () => {
    for (const profile of ["openai", "fireworks", "trl"] as const) {
      await exportTasks([{ id: "t1", attempts: [goodRun, badRun] }], { profile });
      const [row] = await rows();
      expect("tools" in row).toBe(profile === "openai");
      expect(await manifest()).toMatchObject({
        lines: [{ tool_set: 0 }],
        tool_sets: [[{ type: "function", function: { name: "lookup_order" } }]],
      });
    }
  });

  it("come from attempts that are in no other file: one that failed, or hit a limit", async () => {
    const report = await exportTasks([
      { id: "t1", attempts: [{ ...fail("A"), toolCallLimitHit: true }] },
    ]);
    expect(report).toMatchObject({ written: 1 });
  });

  it("are left out, by reason, task by task", async () => {
    const calls = [{ id: "a", name: "look", rawArguments: "{}" }];
    const history: Message[] = [
      { role: "user", content: "U" },
      { role: "assistant", content: null, toolCalls: calls },
      { role: "tool", toolCallId: "a", content: "found" },
    ];
    const report = await exportTasks([
      { id: "held", metadata: { split: "holdout" }, attempts: [pass("A")] },
      { id: "unscored", attempts: [{ score: null }] },
      { id: "silent", attempts: [fail("")] },
      { id: "mixed", attempts: [pass("A"), { messages: conversation("B", "Other") }] },
      {
        id: "reply",
        input: history,
        attempts: [{ messages: [...history, { role: "assistant", content: "A" }], score: failed }],
      },
      other("t1"),
      { ...other("t1"), id: "again" },
    ]);
    expect(report).toMatchObject({
      tasks: 7,
      written: 1,
      skippedHoldout: 1,
      skippedUnscored: 1,
      skippedNoText: 1,
      skippedMixedPrompt: 1,
      skippedUnsupported: 1,
      droppedDuplicates: 1,
      unsupported: { "no-final-user-message": 1 },
      rejections: [{ taskId: "reply", reason: "no-final-user-message", message: 2 }],
    });
  });

  it("may be mixed when that is allowed, and then are the first", async () => {
    const attempts = [pass("A"), { messages: conversation("B", "Other") }];
    const options = { allowMixedPrompts: true };
    expect(await exportTasks([{ id: "t1", attempts }], options)).toMatchObject({ written: 1 });
    expect(await rows()).toMatchObject([{ prompt: [{ content: "Question" }] }]);
  });

  it("are none when a hook leaves no message that the model wrote", async () => {
    const report = await exportTasks([other("t1")], {
      redact: (found) => ({ ...found, messages: found.messages.slice(0, 1) }),
    });
    expect(report).toMatchObject({ written: 0, unsupported: { "no-final-user-message": 1 } });
  });

  it("of openai want a file to validate with, and say when there is none", async () => {
    const wanted = ["profile openai needs a file to validate with too: split some tasks off"];
    expect(await exportTasks([other("t1")], { profile: "openai" })).toMatchObject({
      warnings: wanted,
    });
    expect(await exportTasks([other("t1")], { profile: "trl" })).toMatchObject({ warnings: [] });
    const tasks = Array.from({ length: 12 }, (_, index) => other(`t${index}`));
    const split = { fraction: 0.5, seed: "s" };
    expect(await exportTasks(tasks, { profile: "openai", split })).toMatchObject({ warnings: [] });
  });

  it("say when there are more rows to validate with than the consumer takes", async () => {
    const { prompts, ...rest } = preferenceProfiles.openai;
    expect(prompts?.validation).toEqual({ maxRows: 1000 });
    const small = prompts && { ...prompts, validation: { maxRows: 2 } };
    const profile = { ...rest, name: "small", prompts: small };
    const tasks = Array.from({ length: 12 }, (_, index) => other(`t${index}`));
    const split = { fraction: 0.5, seed: "s" };
    const report = await exportTasks(tasks, { profile, split });
    const rows = report.splitTasks?.validation;
    expect(rows).toBeGreaterThan(2);
    expect(report.warnings).toEqual([
      `there are ${rows} rows to validate with, profile small allows 2`,
    ]);
  });

  it("go through the redaction hook", async () => {
    const report = await exportTasks([other("t1"), other("t2")], {
      redact: (found) => {
        const [first, ...rest] = found.messages;
        if (first?.content === "Question t2") return null;
        return { ...found, messages: [{ role: "user", content: "[gone]", index: 0 }, ...rest] };
      },
    });
    expect(report).toMatchObject({ written: 1, redacted: 1, droppedByRedaction: 1 });
    expect(await rows()).toEqual([{ prompt: [{ role: "user", content: "[gone]" }] }]);
  });
});
