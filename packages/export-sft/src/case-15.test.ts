import { readFile } from "node:fs/promises";
import type { Message, ToolCall } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  type ExampleTask,
  exampleResult,
  failed,
  lookupOrder,
  orderAttempt,
  orderMessages,
} from "./__fixtures__/result.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const others = Object.keys(profiles).filter((name) => name !== "portable") as SftProfileName[];

const user: Message = { role: "user", content: "Where is A17?" };
const answer: Message = { role: "assistant", content: "A17 has shipped." };
const turnOf = (...toolCalls: ToolCall[]): Message => ({
  role: "assistant",
  content: null,
  toolCalls,
});
const call = { id: "call00001", name: "lookup_order", rawArguments: "{}" };
const replyTo = (toolCallId: string): Message => ({ role: "tool", toolCallId, content: "shipped" });

const withTool = (...messages: Message[]): ExampleAttempt => ({ tools: [lookupOrder], messages });
const taskOf = (...attempts: ExampleAttempt[]): ExampleTask => ({ id: "t1", attempts });

const exportAs = (profile: SftProfileName, task: ExampleTask, options = {}) =>
  toSftJsonl(exampleResult([task]), folder.path("rows.jsonl"), { profile, ...options });

describe.each(others)("case 15 for %s", (profile) => {
  it.each([
    [
      "a",
      "repeated-role",
      2,
      withTool(
        user,
        { role: "assistant", content: "One." },
        { role: "assistant", content: "Two." },
      ),
    ],
    ["b", "unmatched-result", 2, withTool(user, turnOf(call), replyTo("other"), answer)],
    ["b, without any call", "unmatched-result", 1, withTool(user, replyTo("other"), answer)],
    ["c", "unanswered-call", 1, withTool(user, turnOf(call))],
    ["c, answered too late", "unanswered-call", 1, withTool(user, turnOf(call), user, answer)],
    [
      "d",
      "arguments-not-json",
      1,
      withTool(user, turnOf({ ...call, rawArguments: "{order_id:" }), replyTo("call00001"), answer),
    ],
    [
      "d, no object",
      "arguments-not-json",
      1,
      withTool(user, turnOf({ ...call, rawArguments: "17" }), replyTo("call00001"), answer),
    ],
  ])("%s: %s is refused, with message and reason", async (_, reason, message, attempt) => {
    const report = await exportAs(profile, taskOf(attempt));
    expect(report).toMatchObject({ written: 0, skippedUnsupported: 1 });
    expect(report.unsupported).toEqual({ [reason]: 1 });
    const place = { taskId: "t1", attemptIndex: 0, message };
    expect(report.rejections).toMatchObject([{ ...place, reason }]);
    expect(await folder.names()).toEqual([]);
  });

  it("e: content null beside tool calls is kept", async () => {
    expect(await exportAs(profile, taskOf(orderAttempt))).toMatchObject({ written: 1 });
  });

  it("f: an empty final answer is refused", async () => {
    const attempt = { messages: conversation("U", "") };
    expect(await exportAs(profile, taskOf(attempt))).toMatchObject({ skippedNoText: 1 });
  });

  it("g: of equal conversations one is kept, also when only the ids of their calls differ", async () => {
    const otherIds = JSON.parse(JSON.stringify(orderMessages).replaceAll("call00001", "call_2"));
    const attempts = [orderAttempt, orderAttempt, { ...orderAttempt, messages: otherIds }];
    const report = await exportAs(profile, taskOf(...attempts));
    expect(report).toMatchObject({ written: 1, droppedDuplicates: 2 });
    const all = await exportAs(profile, taskOf(...attempts), { deduplicate: false });
    expect(all).toMatchObject({ written: 3, droppedDuplicates: 0 });
  });

  it("h: two different answers are kept, unless there is a cap per task", async () => {
    const task = taskOf({ messages: conversation("U", "A") }, { messages: conversation("U", "B") });
    expect(await exportAs(profile, task)).toMatchObject({ written: 2, droppedOverTaskCap: 0 });
    const capped = await exportAs(profile, task, { maxPerTask: 1 });
    expect(capped).toMatchObject({ written: 1, droppedOverTaskCap: 1 });
  });

  it("i: a truncated attempt is never exported, whatever its score", async () => {
    const task = taskOf({ stopReason: "truncated" }, { stopReason: "truncated", score: null });
    expect(await exportAs(profile, task, { onlyPassed: false })).toMatchObject({
      written: 0,
      skippedTruncated: 2,
    });
  });

  it("j: another system prompt within a task is refused unless it is allowed", async () => {
    const attempts = ["Be brief.", "Be exact.", "Be brief."].map((content, index) => ({
      messages: [{ role: "system", content } as const, ...conversation("U", `A${index}`)],
    }));
    const report = await exportAs(profile, taskOf(...attempts));
    expect(report).toMatchObject({ written: 2, skippedMixedPrompt: 1 });
    const allowed = await exportAs(profile, taskOf(...attempts), { allowMixedPrompts: true });
    expect(allowed).toMatchObject({ written: 3, skippedMixedPrompt: 0 });
  });

  it("k: a low score follows the threshold", async () => {
    const task = taskOf({ score: { value: 0.51, passed: true } });
    expect(await exportAs(profile, task, { minScore: 0.51 })).toMatchObject({ written: 1 });
    expect(await exportAs(profile, task, { minScore: 0.52 })).toMatchObject({
      written: 0,
      skippedLowScore: 1,
    });
  });

  it("l: a secret is flagged, and the row is what the model and its tool wrote", async () => {
    const content = "key=sk-live-1234567890abcdef";
    const messages = orderMessages.map((message) =>
      message.role === "tool" ? { ...message, content } : message,
    );
    const report = await exportAs(profile, taskOf({ ...orderAttempt, messages }));
    expect(report).toMatchObject({ written: 1, withSecrets: 1, redacted: 0 });
    expect(await readFile(folder.path("rows.jsonl"), "utf8")).toContain("sk-live-1234567890abcdef");
    const manifest = await readFile(folder.path("rows.jsonl.meta.json"), "utf8");
    expect(JSON.parse(manifest).lines[0].secrets).toEqual([{ kind: "api-key", message: 3 }]);
    expect(manifest).not.toContain("sk-live");
  });

  it("m: a held-out task is left out", async () => {
    const task = { ...taskOf({}), metadata: { split: "holdout" } };
    expect(await exportAs(profile, task)).toMatchObject({ written: 0, skippedHoldout: 1 });
  });

  it("n: an attempt without a score is left out", async () => {
    const task = taskOf({ score: null });
    expect(await exportAs(profile, task)).toMatchObject({ written: 0, skippedUnscored: 1 });
  });
});

it("case 15: what was considered is what was written and what was left out, by reason", async () => {
  const result = exampleResult([
    taskOf(
      orderAttempt,
      orderAttempt,
      withTool(user, turnOf(call)),
      withTool(user, answer, answer),
      { messages: conversation("U", "") },
      { score: failed },
      { score: null },
      { score: null, stopReason: "timeout" },
      { score: null, stopReason: "error" },
      { toolCallLimitHit: true },
    ),
    { id: "held", metadata: { split: "holdout" }, attempts: [{}, { score: null }] },
  ]);
  const path = folder.path("rows.jsonl");
  const report = await toSftJsonl(result, path, { profile: "openai" });
  expect(report).toMatchObject({
    considered: 12,
    written: 1,
    droppedDuplicates: 1,
    skippedUnsupported: 2,
    unsupported: { "unanswered-call": 1, "repeated-role": 1 },
    skippedNoText: 1,
    skippedFailed: 1,
    skippedUnscored: 2,
    skippedTimeout: 1,
    skippedError: 1,
    skippedLimitHit: 1,
    skippedHoldout: 1,
  });
  const bytes = await readFile(path);
  await toSftJsonl(result, path, { profile: "openai" });
  expect(await readFile(path)).toEqual(bytes);
});

it("B19: one task, six attempts", async () => {
  const content = "key=sk-proj-abcdef1234567890";
  const messages = orderMessages.map((message) =>
    message.role === "tool" ? { ...message, content } : message,
  );
  const withKey = { ...orderAttempt, messages };
  const result = exampleResult([
    taskOf(
      orderAttempt,
      orderAttempt,
      withKey,
      { score: failed },
      { score: null, stopReason: "error" },
      { score: null, stopReason: "truncated" },
    ),
  ]);
  const path = folder.path("rows.jsonl");
  const report = await toSftJsonl(result, path, { profile: "openai" });
  expect(report).toMatchObject({
    written: 2,
    withSecrets: 1,
    droppedDuplicates: 1,
    skippedFailed: 1,
    skippedError: 1,
    skippedTruncated: 1,
  });
  const { lines } = JSON.parse(await readFile(`${path}.meta.json`, "utf8"));
  expect(lines).toMatchObject([{ attempt_index: 0 }, { attempt_index: 2 }]);
  expect(await toSftJsonl(result, path, { profile: "openai" })).toEqual(report);
});
