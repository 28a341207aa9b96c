import { expect, it } from "vitest";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import { takeNotes } from "./row-notes.ts";
import { hasSpecialTokenText } from "./special-token-text.ts";

// In pieces, so that no scanner takes this file for one with secrets.
const secret = ["ghp_", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghij"].join("");

const conversationOf = (
  contents: readonly string[],
  tools: TrainingConversation["tools"] = null,
): TrainingConversation => ({
  messages: contents.map((content, index) => ({ role: "user", content, index })),
  tools,
  provenance: { taskId: "t", attemptIndex: 0, score: 1 },
});
const secretsOf = (conversation: TrainingConversation) =>
  takeNotes([conversation], JSON.stringify(conversation)).secrets;

it("notes a kind of secret once for each message", () => {
  const key = ["sk-", "live-1234567890abcdef"].join("");
  const found = secretsOf(conversationOf([`${secret} ${secret} ${key}`, "", secret]));
  expect(found).toEqual([
    { kind: "github-token", attemptIndex: 0, message: 0 },
    { kind: "api-key", attemptIndex: 0, message: 0 },
    { kind: "github-token", attemptIndex: 0, message: 2 },
  ]);
});

it("notes a secret in the definition of a tool, which stands in no message", () => {
  const tools = [{ name: "f", description: `use ${secret}`, parameters: {} }];
  expect(secretsOf(conversationOf(["U"], tools))).toEqual([
    { kind: "github-token", attemptIndex: 0, message: null },
  ]);
});

it("notes a secret in tools that the parts of a row share once, and those of messages by attempt", () => {
  const first = conversationOf([secret], [{ name: "f", description: secret, parameters: {} }]);
  const second = { ...first, provenance: { ...first.provenance, attemptIndex: 3 } };
  const { secrets } = takeNotes([first, second], JSON.stringify([first, second]));
  expect(secrets).toEqual([
    { kind: "github-token", attemptIndex: 0, message: null },
    { kind: "github-token", attemptIndex: 0, message: 0 },
    { kind: "github-token", attemptIndex: 3, message: 0 },
  ]);
});

it("notes what any part of a row has", () => {
  const fine = conversationOf(["U"]);
  const said = { role: "assistant", toolCalls: [], trained: true, index: 1 } as const;
  const odd = { ...fine, messages: [{ ...said, content: "<think>", reasoning: "because" }] };
  const seen = { hasUnpairedThinkTag: true, lacksReasoning: true };
  expect(takeNotes([fine, odd], "")).toMatchObject(seen);
  expect(takeNotes([odd, fine], "")).toMatchObject(seen);
});

it("notes the first 100, of 40,000 in one text and of 40,000 messages", () => {
  expect(secretsOf(conversationOf([`${secret} `.repeat(40_000)]))).toHaveLength(1);
  const found = secretsOf(conversationOf(new Array<string>(40_000).fill(secret)));
  expect(found).toHaveLength(100);
  expect(found.at(-1)).toEqual({ kind: "github-token", attemptIndex: 0, message: 99 });
});

it("notes half a pair of think tags in what the model said, and in nothing else", () => {
  const [user] = conversationOf(["</think>"]).messages;
  const said = (content: string): TrainingConversation => ({
    ...conversationOf([]),
    messages: [
      ...(user === undefined ? [] : [user]),
      { role: "assistant", content, toolCalls: [], trained: true, index: 1 },
    ],
  });
  expect(takeNotes([said("fine")], "")).toMatchObject({ hasUnpairedThinkTag: false });
  expect(takeNotes([said("half</think>")], "")).toMatchObject({ hasUnpairedThinkTag: true });
});

it.each([
  ["<|im_end|>", true],
  ["<|reserved_special_token_0|>", true],
  ["<s>", true],
  ["text</s>", true],
  ["[INST] do [/INST]", true],
  ["[/INST]", true],
  ["<start_of_turn>user", true],
  ["<end_of_turn>", true],
  ["<｜end▁of▁sentence｜>", true],
  ["<bos>", true],
  ["<<SYS>>", true],
  ["[TOOL_CALLS]", true],
  ["[AVAILABLE_TOOLS]", true],
  ["a <| b |> c", false],
  ["<span>a</span>", false],
  ["a[INSTANCE] TOOL_CALLS [TOOL_x]", false],
  ["", false],
])("text that some tokenizers take for a control token: %j", (text, isOne) => {
  expect(hasSpecialTokenText(text)).toBe(isOne);
  expect(hasSpecialTokenText(JSON.stringify({ content: text }))).toBe(isOne);
});
