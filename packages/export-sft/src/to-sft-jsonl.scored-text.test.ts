import type { Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import {
  conversation,
  type ExampleAttempt,
  exampleResult,
  lookupOrder,
  orderAttempt,
  orderMessages,
} from "./__fixtures__/result.ts";
import { profiles, type SftProfileName } from "./profiles/profiles.ts";
import { toSftJsonl } from "./to-sft-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const names = Object.keys(profiles) as SftProfileName[];
const exportOne = (attempt: ExampleAttempt, profile: SftProfileName) =>
  toSftJsonl(exampleResult([{ id: "t1", attempts: [attempt] }]), folder.path("rows.jsonl"), {
    profile,
  });

const calledWithText = orderMessages.map(
  (message): Message =>
    message.role === "assistant" && message.toolCalls !== undefined
      ? { ...message, content: "I will look it up." }
      : message,
);

describe.each(names)("5.1 a row of %s teaches the text that was scored:", (profile) => {
  it.each<[string, ExampleAttempt]>([
    ["messages that end in another text", { text: "42", messages: conversation("Q", "Let me.") }],
    ["in the text without its edge", { text: "42\n", messages: conversation("Q", "42") }],
    [
      "in a message of the user",
      {
        text: "42",
        messages: [...conversation("Q", "Interim"), { role: "user", content: "Go on" }],
      },
    ],
  ])("not %s", async (_, attempt) => {
    const report = await exportOne(attempt, profile);
    expect(report).toMatchObject({ written: 0, unsupported: { "other-final-text": 1 } });
    expect(report.rejections).toMatchObject([{ taskId: "t1", attemptIndex: 0, message: 1 }]);
    expect(await folder.names()).toEqual([]);
  });

  it("the same text, and a run that tells none", async () => {
    for (const text of ["42", null]) {
      const report = await exportOne({ text, messages: conversation("Q", "42") }, profile);
      expect(report).toMatchObject({ written: 1, unsupported: {} });
    }
  });

  it.each<[string, ExampleAttempt]>([
    ["the run", { messages: conversation("Q", "It has been sh"), refusal: "Stopped." }],
    [
      "its last message",
      {
        messages: [
          { role: "user", content: "Q" },
          { role: "assistant", content: "It has been sh", refusal: "Stopped." },
        ],
      },
    ],
    [
      "an earlier message",
      {
        messages: [
          { role: "user", content: "Q" },
          { role: "assistant", content: "It has been sh", refusal: "Stopped." },
          ...conversation("Go on", "A"),
        ],
      },
    ],
  ])("no refusal, nor what a filter cut, told by %s", async (_, attempt) => {
    const report = await exportOne(attempt, profile);
    expect(report).toMatchObject({ written: 0, unsupported: { "refused-answer": 1 } });
    expect(report.rejections).toMatchObject([{ message: 1 }]);
  });

  it("an answer beside which the provider writes an empty refusal", async () => {
    const [question] = conversation("Q", "A");
    const answer: Message = { role: "assistant", content: "A", refusal: "" };
    const messages = question === undefined ? [] : [question, answer];
    expect(await exportOne({ text: "A", messages }, profile)).toMatchObject({ written: 1 });
  });
});

it("the text beside a call is not the answer that came after it", async () => {
  const text = "A17 has shipped.";
  const shown: ExampleAttempt = {
    text,
    messages: calledWithText.slice(0, -1),
    tools: [lookupOrder],
  };
  for (const profile of ["portable", "openai", "trl"] as const) {
    const report = await exportOne(shown, profile);
    expect(report).toMatchObject({ written: 0, unsupported: { "other-final-text": 1 } });
  }
  const whole = { ...orderAttempt, text, messages: calledWithText };
  expect(await exportOne(whole, "openai")).toMatchObject({ written: 1 });
});
