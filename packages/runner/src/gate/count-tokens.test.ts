import type { ModelResponse } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { fillUsage, promptTokens } from "./count-tokens.ts";
import { reply, toRequest } from "./gate.test-helper.ts";

describe("usage that a provider did not report", () => {
  const request = toRequest("x".repeat(40));
  const response = reply("y".repeat(20));

  it.each([
    [{}, { inputTokens: 10, outputTokens: 5, totalTokens: 15 }],
    [{ outputTokens: 7 }, { inputTokens: 10, outputTokens: 7, totalTokens: 17 }],
    [{ inputTokens: 3 }, { inputTokens: 3, outputTokens: 5, totalTokens: 8 }],
    [{ totalTokens: 100 }, { inputTokens: 95, outputTokens: 5, totalTokens: 100 }],
    [{ totalTokens: 2 }, { inputTokens: 0, outputTokens: 5, totalTokens: 2 }],
    [{ inputTokens: Number.NaN }, { inputTokens: 10, outputTokens: 5, totalTokens: 15 }],
  ])("is guessed by lengths: %o", (usage, filled) => {
    expect(fillUsage(usage, request, response)).toEqual(filled);
  });

  it("is left alone where prompt and answer are known", () => {
    const usage = { inputTokens: 1, outputTokens: 2 };
    expect(fillUsage(usage, request, response)).toBe(usage);
  });

  it("counts reasoning, a refusal and what tools are asked", () => {
    const message = {
      role: "assistant",
      content: null,
      reasoning: "12345678",
      refusal: "1234",
      toolCalls: [{ id: "1", name: "tool", rawArguments: '{"a":1}.' }],
    } as const;
    const asked: ModelResponse = { message, finishReason: "tool-calls" };
    expect(fillUsage({}, request, asked).outputTokens).toBe(6);
  });

  it.each([undefined, null, 7, {}, { message: null }, { message: { content: 7, toolCalls: 7 } }])(
    "is nothing of an answer that is %o",
    (broken) => {
      expect(fillUsage({}, request, broken as never).outputTokens).toBe(0);
    },
  );

  it("survives tool calls that are none", () => {
    const message = { content: "1234", toolCalls: [null, { name: 7 }] };
    expect(fillUsage({}, request, { message } as never).outputTokens).toBe(1);
  });
});

it("a prompt counts its texts, and no images", () => {
  const url = `data:image/png;base64,${"A".repeat(1000)}`;
  const text = { type: "text", text: "x".repeat(8) } as const;
  expect(promptTokens([{ role: "user", content: [text, { type: "image", url }] }])).toBe(2);
});
