import { hash } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { numberCalls } from "../conversation/number-calls.ts";
import type {
  TrainingConversation,
  TrainingMessage,
} from "../conversation/training-conversation.ts";
import { profiles } from "../profiles/profiles.ts";
import { toRowJson } from "../rows/to-line.ts";
import { rowIdentity } from "./row-identity.ts";

// Ids that other texts of a row are as well, that look like parts of JSON, or like numbers.
const text = fc.constantFrom(
  "a",
  "b",
  "call_c",
  "call00001",
  "0",
  "1",
  "10",
  "id",
  "content",
  ":",
  ",",
  'q"',
  "\\",
);
const profile = fc.constantFrom(...Object.values(profiles).filter(({ tools }) => tools !== null));

const turn = fc
  .array(fc.record({ id: text, reply: text, argument: text }), { maxLength: 3 })
  .map((calls): TrainingMessage[] => {
    const toolCalls = calls.map(({ id, argument }) => ({
      id,
      name: "f",
      rawArguments: JSON.stringify({ id: argument }),
    }));
    return [
      { role: "assistant", content: "x", toolCalls, trained: true, index: 0 },
      ...calls.map(({ id, reply }) => {
        return { role: "tool", content: reply, toolCallId: id, toolName: "f", index: 0 } as const;
      }),
    ];
  });

const conversation = fc
  .tuple(text, fc.array(turn, { maxLength: 20 }), text)
  .map(([question, turns, answer]): TrainingConversation => {
    const user: TrainingMessage = { role: "user", content: question, index: 0 };
    const last = {
      role: "assistant",
      content: answer,
      toolCalls: [],
      trained: true,
      index: 0,
    } as const;
    return {
      messages: [user, ...turns.flat(), last],
      tools: null,
      provenance: { taskId: "t", attemptIndex: 0, score: 1 },
    };
  });

it("is that of the row with its calls numbered, however it is found", () => {
  fc.assert(
    fc.property(conversation, profile, (one, form) => {
      const rowOf = (messages: readonly TrainingMessage[]) =>
        toRowJson(form.format.write({ ...one, messages }, form));
      const json = rowOf(one.messages);
      const sha256 = hash("sha256", json);
      expect(rowIdentity({ conversation: one, json, sha256 }, form)).toBe(
        hash("sha256", rowOf(numberCalls(one.messages))),
      );
    }),
    { numRuns: 1000 },
  );
});
