import { expect, it } from "vitest";
import { identityDigest } from "./identity-digest.ts";
import { plainMessages } from "./plain-messages.ts";
import type { TrainingMessage } from "./training-conversation.ts";

/** One call and its reply for each id, and an answer. */
function messagesOf(...ids: string[]): TrainingMessage[] {
  const turns = ids.flatMap((id, index): TrainingMessage[] => [
    {
      role: "assistant",
      content: null,
      toolCalls: [{ id, name: "f", rawArguments: `${index}` }],
      trained: true,
      index: 2 * index + 1,
    },
    { role: "tool", content: "R", toolCallId: id, toolName: "f", index: 2 * index + 2 },
  ]);
  return [{ role: "user", content: "Q", index: 0 }, ...turns];
}

it.each([
  [["x", "y", "z", "w"]],
  [["a", "b", "a", "c"]],
  [["a", "a", "a", "a"]],
  [["a", "b", "b", "a"]],
])("counts calls, also where a later turn uses an id again: %j", (ids) => {
  const plain = plainMessages(messagesOf(...ids));
  expect(plain).toEqual(plainMessages(messagesOf("1", "2", "3", "4")));
  expect(plain.filter((_, index) => index > 0 && index % 2 === 0)).toEqual(
    [0, 1, 2, 3].map((number) => ["tool", number, "R"]),
  );
  const digestOf = (messages: TrainingMessage[]) =>
    identityDigest(
      { messages, tools: null, provenance: { taskId: "t", attemptIndex: 0, score: 1 } },
      "",
    );
  expect(digestOf(messagesOf(...ids))).toBe(digestOf(messagesOf("1", "2", "3", "4")));
});

it("tells replies apart that answer other calls of one turn", () => {
  const replied = (...order: string[]): TrainingMessage[] => [
    {
      role: "assistant",
      content: null,
      toolCalls: ["a", "b"].map((id) => ({ id, name: "f", rawArguments: "{}" })),
      trained: true,
      index: 0,
    },
    ...order.map(
      (toolCallId, at): TrainingMessage => ({
        role: "tool",
        content: `${at}`,
        toolCallId,
        toolName: "f",
        index: at + 1,
      }),
    ),
  ];
  expect(plainMessages(replied("a", "b"))).not.toEqual(plainMessages(replied("b", "a")));
});

it("has no number for a reply to no call", () => {
  const reply = { role: "tool", content: "R", toolCallId: "a", toolName: "", index: 0 } as const;
  expect(plainMessages([reply])).toEqual([["tool", null, "R"]]);
});
