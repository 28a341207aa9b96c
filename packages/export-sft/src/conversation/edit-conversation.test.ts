import { describe, expect, it, vi } from "vitest";
import { exampleAttempt, nestedTool, orderAttempt } from "../__fixtures__/result.ts";
import { profiles } from "../profiles/profiles.ts";
import { editConversation, type RedactHook } from "./edit-conversation.ts";
import { toConversation } from "./to-conversation.ts";
import type { TrainingConversation } from "./training-conversation.ts";

const attempt = exampleAttempt("t1", 0, orderAttempt);
const conversation = toConversation(attempt, { input: "Q" }, profiles.openai);
if (conversation === null) throw new Error("the example has no conversation");
const given: TrainingConversation = conversation;
const before = structuredClone(given);
const unchanged = { conversation: given, isRedacted: false, isMended: false, fault: null };
const ask = (redact: RedactHook | null, one: TrainingConversation) =>
  editConversation(one, { redact, replaceLoneSurrogates: false });
type Open = { -readonly [Key in keyof TrainingConversation]: TrainingConversation[Key] };

describe("a hook", () => {
  it("that gives the same back has changed nothing", async () => {
    const found = await ask((one) => one, given);
    expect(found).toEqual(unchanged);
    expect(await ask(null, given)).toEqual(unchanged);
  });

  it("that edits in place has changed the row, and neither the result nor the caller's tools", async () => {
    const found = await ask((one) => {
      for (const turn of one.messages) {
        if (turn.role === "assistant" && turn.toolCalls[0] !== undefined) {
          Object.assign(turn.toolCalls[0], { rawArguments: "{}" });
        }
      }
      Object.assign(one.tools?.[0] ?? {}, { description: "***" });
      return one;
    }, given);
    expect(found).toMatchObject({ isRedacted: true, fault: null });
    expect(found.conversation?.messages[2]).toMatchObject({ toolCalls: [{ rawArguments: "{}" }] });
    expect(found.conversation?.tools?.[0]?.description).toBe("***");
    expect(given).toEqual(before);
    expect(attempt.run?.messages).toEqual(orderAttempt.messages);
  });

  it("that changes and awaits is taken", async () => {
    const found = await ask(async (one) => ({ ...one, tools: [] }), given);
    expect(found).toMatchObject({ isRedacted: true, conversation: { tools: [] } });
  });

  it("cannot change where the conversation comes from", async () => {
    const provenance = { taskId: "other", attemptIndex: 9, score: 0 };
    const found = await ask((one) => ({ ...one, provenance }), given);
    expect(found).toEqual(unchanged);
  });

  it("leaves the attempt out by null", async () => {
    const found = await ask(() => null, given);
    expect(found).toEqual({ conversation: null, fault: null });
  });

  it("is not shown what it cannot be given whole, and the rest of it comes back no more", async () => {
    const hook = vi.fn((one: TrainingConversation) => one);
    for (const levels of [501, 200_000]) {
      const deep = { ...given, tools: [nestedTool(levels)] };
      const fault = { code: "too-deep", message: null, fault: expect.stringContaining("500 deep") };
      expect(await ask(hook, deep)).toEqual({ conversation: null, fault });
    }
    expect(hook).not.toHaveBeenCalled();
    const { conversation } = await ask(hook, { ...given, tools: [nestedTool(500)] });
    expect(conversation).not.toBeNull();
    expect(hook).toHaveBeenCalledOnce();
  });

  it("may give nothing that is nested too deep either", async () => {
    const found = await ask((one) => ({ ...one, tools: [nestedTool(200_000)] }), given);
    expect(found).toMatchObject({ conversation: null, fault: { code: "too-deep" } });
  });
});

const changed = (change: (one: Open) => unknown) => change(structuredClone(given) as Open);
const withMessage = (message: unknown) => () => changed((one) => ({ ...one, messages: [message] }));

it.each<[string, () => unknown]>([
  ['gave "text"', () => "text"],
  ["gave undefined", () => undefined],
  ["gave an object", () => changed((one) => ({ tools: one.tools }))],
  ["one with undefined as its tools", () => changed(({ messages }) => ({ messages }))],
  ["one with a tool that is no object", () => changed((one) => ({ ...one, tools: [5] }))],
  ["one whose message 0 is null", withMessage(null)],
  ["one whose message 0 has undefined as its role", withMessage({ content: "x", index: 0 })],
  ["one whose message 0 has undefined as its index", withMessage({ role: "user", content: "x" })],
  [
    "one whose message 0 has undefined as its toolCalls",
    withMessage({ role: "assistant", content: "x", trained: true, index: 0 }),
  ],
  [
    "one whose message 0 has undefined as trained",
    withMessage({ role: "assistant", content: "x", toolCalls: [], index: 0 }),
  ],
  [
    "one whose message 0 has a tool call without id, name or rawArguments",
    withMessage({
      role: "assistant",
      content: "x",
      toolCalls: [{ id: "1" }],
      trained: true,
      index: 0,
    }),
  ],
  [
    "one whose message 0 has no text as its toolCallId or toolName",
    withMessage({ role: "tool", content: "x", index: 0 }),
  ],
])("a hook must give a conversation: %s", async (fault, hook) => {
  await expect(ask(hook as RedactHook, given)).rejects.toThrow(
    `redact must give a conversation or null, gave ${fault.replace("gave ", "")}`,
  );
});
