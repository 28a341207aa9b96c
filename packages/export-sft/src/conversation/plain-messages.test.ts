import { expect, it } from "vitest";
import { profiles } from "../profiles/profiles.ts";
import { numberCalls } from "./number-calls.ts";
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
  const plain = plainMessages(messagesOf(...ids), profiles.openai);
  expect(plain).toEqual(plainMessages(messagesOf("1", "2", "3", "4"), profiles.openai));
  expect(plain.filter((_, index) => index > 0 && index % 2 === 0)).toEqual(
    [0, 1, 2, 3].map((number) => ["tool", String(number), "R"]),
  );
  expect(numberCalls(messagesOf(...ids))).toEqual(messagesOf("0", "1", "2", "3"));
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
  const [ab, ba] = [replied("a", "b"), replied("b", "a")].map((messages) =>
    plainMessages(messages, profiles.openai),
  );
  expect(ab).not.toEqual(ba);
});

it("has no number for a reply to no call", () => {
  const reply = { role: "tool", content: "R", toolCallId: "a", toolName: "", index: 0 } as const;
  expect(plainMessages([reply], profiles.openai)).toEqual([["tool", "", "R"]]);
});
