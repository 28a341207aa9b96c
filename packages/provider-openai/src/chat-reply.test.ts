import { expect, test } from "vitest";
import { readChatReply } from "./chat-reply.ts";

const call = { modelId: "m", baseURL: "https://models.example/v1", apiKey: undefined };

function read(body: unknown) {
  return readChatReply({ body, requestId: undefined }, call);
}

function choose(message: unknown, finish_reason: unknown = "stop") {
  return { choices: [{ index: 0, message, finish_reason }] };
}

function toolCall(args: unknown, id: unknown = "c1") {
  return { id, type: "function", function: { name: "add", arguments: args } };
}

test("an answer with text, usage and what served it", () => {
  const body = {
    id: "chatcmpl-1",
    model: "m-2026-01-01",
    system_fingerprint: "fp_1",
    service_tier: "default",
    ...choose({ role: "assistant", content: "42", refusal: null, annotations: [] }),
    usage: {
      prompt_tokens: 16,
      completion_tokens: 5,
      total_tokens: 21,
      prompt_tokens_details: { cached_tokens: 0 },
      completion_tokens_details: { reasoning_tokens: 2 },
    },
  };
  expect(read(body)).toStrictEqual({
    message: { role: "assistant", content: "42" },
    finishReason: "stop",
    usage: {
      inputTokens: 16,
      cachedInputTokens: 0,
      outputTokens: 5,
      reasoningTokens: 2,
      totalTokens: 21,
    },
    served: {
      model: "m-2026-01-01",
      responseId: "chatcmpl-1",
      systemFingerprint: "fp_1",
      serviceTier: "default",
    },
  });
});

test.each([
  ["null", { content: null, refusal: "No." }, { content: null, refusal: "No." }],
  ["a text beside an empty refusal", { content: "42", refusal: "" }, { content: "42" }],
  ["absent", {}, { content: null }],
  ["a list of parts", { content: [{ type: "text", text: "4" }, { text: "2" }] }, { content: "42" }],
  [
    "beside reasoning",
    { content: "42", reasoning_content: "Hm." },
    { content: "42", reasoning: "Hm." },
  ],
  [
    "beside reasoning by its newer name",
    { content: "42", reasoning: "Hm." },
    { content: "42", reasoning: "Hm." },
  ],
])("content that is %s", (_name, message, expected) => {
  expect(read(choose(message)).message).toStrictEqual({ role: "assistant", ...expected });
});

test("arguments that a server parsed on the way become text again", () => {
  const reply = read(choose({ tool_calls: [toolCall({ a: 1 })] }, "tool_calls"));
  expect(reply.message.toolCalls).toEqual([{ id: "c1", name: "add", rawArguments: '{"a":1}' }]);
});

const whole = [toolCall('{"a": 1}')];
const cut = [toolCall('{"a": 1}'), toolCall('{"a": ', "c2")];
test.each<[string, unknown, unknown, string]>([
  ["tool calls", whole, "tool_calls", "tool-calls"],
  ["10: tool calls labelled stop", whole, "stop", "tool-calls"],
  ["whole tool calls labelled length", whole, "length", "tool-calls"],
  ["cut tool calls labelled length", cut, "length", "length"],
  ["cut tool calls labelled tool_calls", cut, "tool_calls", "tool-calls"],
  ["tool calls, filtered", whole, "content_filter", "content-filter"],
  ["text", undefined, "stop", "stop"],
  ["text labelled length", [], "length", "length"],
  ["text, filtered", null, "content_filter", "content-filter"],
  ["text labelled tool_calls", null, "tool_calls", "other"],
  ["text without a label", null, null, "other"],
])("%s", (_name, tool_calls, label, finishReason) => {
  expect(read(choose({ content: "t", tool_calls }, label)).finishReason).toBe(finishReason);
});

test.each<[unknown, string]>([
  ["<html>", "the body is no JSON object."],
  [{}, "there are no choices."],
  [{ choices: null }, "there are no choices."],
  [{ choices: [] }, "there are no choices."],
  [{ choices: [{}] }, "choices[0] has no message."],
  [choose({ tool_calls: {} }), "tool_calls is no list."],
  [choose({ tool_calls: [toolCall("{}", "")] }), "tool_calls[0] is no function call with an id."],
  [
    choose({ tool_calls: [toolCall("{}"), { id: "c2" }] }),
    "tool_calls[1] is no function call with an id.",
  ],
  [choose({ tool_calls: [toolCall(null)] }), "tool_calls[0] is no function call with an id."],
])("%j is not an answer", (body, problem) => {
  expect(() => read(body)).toThrow(
    expect.objectContaining({
      errorClass: "protocol",
      message: `openai at https://models.example/v1 gave no usable answer: ${problem}`,
    }),
  );
});

test.each<[unknown, string]>([
  [{ error: { message: "upstream", code: 502 } }, "server"],
  [{ choices: [{ finish_reason: "error", error: { code: 429, message: "busy" } }] }, "rate-limit"],
  [choose({ content: "par" }, "error"), "server"],
])("6: %j with a success status is an error of the class %s", (body, errorClass) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ errorClass }));
});

test("content that a filter declined is a refusal, which counts", () => {
  const reply = read({ error: { code: "content_filter", message: "Filtered." } });
  expect(reply.message).toEqual({ role: "assistant", content: null, refusal: "Filtered." });
  expect(reply.finishReason).toBe("content-filter");
});
