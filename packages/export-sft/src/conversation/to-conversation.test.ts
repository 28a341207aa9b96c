import type { Message } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { exampleAttempt } from "../__fixtures__/result.ts";
import { portable } from "../profiles/portable.ts";
import { toConversation } from "./to-conversation.ts";

const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: string | null): Message => ({ role: "assistant", content });
const image: Message = { role: "user", content: [{ type: "text", text: "look" }] };

const select = (messages: readonly Message[]) =>
  toConversation(exampleAttempt("t1", 0, { messages }), { input: "Question" }, portable)?.messages;
const texts = (messages: readonly Message[]) =>
  select(messages)?.map(({ role, content }) => `${role}: ${content}`) ?? null;

describe("W6 W7 what a row of portable keeps", () => {
  it("keeps system, user and assistant text up to the last assistant message, bytes as they are", () => {
    const messages: Message[] = [
      { role: "system", content: "S" },
      { role: "user", content: "old", fromHistory: true },
      user("U"),
      assistant("mid"),
      { role: "tool", toolCallId: "c", content: "tool" },
      { role: "developer", content: "dev" } as unknown as Message,
      user("U2"),
      assistant(" A é\u2028 "),
      user("after"),
    ];
    expect(select(messages)).toMatchObject([
      { role: "system", content: "S", index: 0 },
      { role: "user", content: "U", index: 2 },
      { role: "assistant", content: "mid", index: 3 },
      { role: "user", content: "U2", index: 6 },
      { role: "assistant", content: " A é\u2028 ", index: 7 },
    ]);
  });

  it.each([
    ["blank", assistant("  \n")],
    ["no text", assistant(null)],
    ["what Python calls blank", assistant("\u0085\u001c")],
    ["not a string", { role: "assistant", content: 4 } as unknown as Message],
  ])(
    "gives nothing when the last assistant message is %s, whatever an earlier one says",
    (_, last) => {
      expect(texts([user("U"), assistant("early"), last])).toBeNull();
    },
  );

  it("gives nothing without an assistant message, and nothing for no messages", () => {
    expect(texts([user("U")])).toBeNull();
    expect(texts([])).toBeNull();
  });

  it("gives nothing without a user message that has text", () => {
    expect(texts([assistant("A")])).toBeNull();
    expect(texts([{ role: "system", content: "S" }, assistant("A")])).toBeNull();
    expect(texts([user(" "), assistant("A")])).toBeNull();
    expect(texts([image, assistant("A")])).toBeNull();
    expect(texts([{ role: "user", content: "U", fromHistory: true }, assistant("A")])).toBeNull();
  });

  it("leaves a multimodal message out beside one with text", () => {
    expect(texts([image, user("U"), assistant("A")])).toEqual(["user: U", "assistant: A"]);
  });

  it("does not take an answer from an earlier conversation for the last one", () => {
    const old: Message = { role: "assistant", content: "old", fromHistory: true };
    expect(texts([user("U"), old])).toBeNull();
    expect(texts([user("U"), assistant("A"), old])).toEqual(["user: U", "assistant: A"]);
  });

  it("keeps neighbours of the same role", () => {
    expect(texts([user("U"), user("V"), assistant("A"), assistant("B")])).toEqual([
      "user: U",
      "user: V",
      "assistant: A",
      "assistant: B",
    ]);
  });

  it("B7 cuts what follows the last assistant message", () => {
    const system: Message = { role: "system", content: "S" };
    expect(texts([system, user("U"), assistant("ok"), user("thanks")])).toEqual([
      "system: S",
      "user: U",
      "assistant: ok",
    ]);
  });
});
