import { expect, test } from "vitest";
import { callOf } from "../requests.test-helper.ts";
import { readChatReply } from "./chat-reply.ts";
import { replayChatMessage } from "./replay-chat.ts";

function read(body: unknown, call = callOf()) {
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
  ["a list of parts", { content: [{ type: "text", text: "4" }, { text: "2" }] }, { content: "42" }],
])("content that is %s", (_name, message, expected) => {
  expect(read(choose(message)).message).toStrictEqual({ role: "assistant", ...expected });
});

test.each<[unknown, string]>([
  [{ a: 1 }, '{"a":1}'],
  [[1], "[1]"],
  [5, "5"],
  [null, ""],
  [undefined, ""],
])(
  "arguments that a server parsed on the way, or left out, become text again: %j",
  (args, text) => {
    const reply = read(choose({ tool_calls: [toolCall(args)] }, "tool_calls"));
    expect(reply.message.toolCalls).toEqual([{ id: "c1", name: "add", rawArguments: text }]);
  },
);

test("a call in the older form is a call", () => {
  const function_call = { name: "add", arguments: '{"a": 1}' };
  for (const tool_calls of [undefined, null, []]) {
    const reply = read(choose({ content: null, function_call, tool_calls }, "function_call"));
    expect(reply.message.toolCalls).toEqual([
      { id: "call_0_0", name: "add", rawArguments: '{"a": 1}' },
    ]);
    expect(reply.finishReason).toBe("tool-calls");
  }
  const both = read(choose({ function_call, tool_calls: [toolCall("{}")] }, "tool_calls"));
  expect(both.message.toolCalls).toEqual([{ id: "c1", name: "add", rawArguments: "{}" }]);
  const none = read(choose({ content: "42", function_call: { name: "", arguments: "" } }));
  expect(none.message).not.toHaveProperty("toolCalls");
});

test("an id that is made is none that the server gave", () => {
  const tool_calls = [toolCall("{}", "call_0_1"), toolCall("{}", null)];
  const ids = read(choose({ tool_calls })).message.toolCalls?.map(({ id }) => id);
  expect(ids).toEqual(["call_0_1", "call_0_1_"]);
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
  ["calls, one without arguments, labelled stop", [toolCall(""), ...whole], "stop", "tool-calls"],
  ["a call without arguments labelled length", [toolCall("")], "length", "length"],
  ["text that hit another limit", null, "max_tokens", "length"],
  ["text that hit the limit of the model", null, "model_length", "length"],
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
  [choose({ tool_calls: [toolCall("{}"), { id: "c2" }] }), "tool_calls[1] is no function call."],
  [choose({ tool_calls: ["add"] }), "tool_calls[0] is no function call."],
  [
    choose({ tool_calls: [{ id: "c1", function: { name: "", arguments: "{}" } }] }),
    "tool_calls[0] is no function call.",
  ],
  [choose({ content: "" }), "the reply is empty."],
  [choose({ content: null }, null), "the reply is empty."],
  [choose({ content: null, reasoning: "Hm." }), "the reply is empty."],
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
  [{ error: "Unexpected endpoint" }, "server"],
  [[{ error: { code: 429 } }], "rate-limit"],
  [{ object: "error", message: "too long", code: 400 }, "invalid-request"],
])("6: %j with a success status is an error of the class %s", (body, errorClass) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ errorClass }));
});

test("content that a filter declined is a refusal, which counts", () => {
  const reply = read({ error: { code: "content_filter", message: "Filtered." } });
  expect(reply.message).toEqual({ role: "assistant", content: null, refusal: "Filtered." });
  expect(reply.finishReason).toBe("content-filter");
});

test("B20: an empty reply is an answer where settings say so, or where a limit explains it", () => {
  const allowed = read(choose({ content: "" }), callOf("openai", { allowEmptyReply: true }));
  expect(allowed).toMatchObject({ message: { content: "" }, finishReason: "stop" });
  const call = callOf("vllm", { allowEmptyReply: true });
  const { message } = read(choose({ content: null, reasoning: "Hm." }), call);
  expect(message.content).toBe("");
  expect(replayChatMessage(message, { modelId: "m", provider: "vllm" })).toMatchObject({
    reasoning: "Hm.",
  });
  expect(read(choose({ content: "" }, "length")).finishReason).toBe("length");
  expect(read(choose({ content: null }, "content_filter")).finishReason).toBe("content-filter");
});

test("calls without an id of their own get one that the conversation does not have yet", () => {
  const calls = [
    toolCall("{}", ""),
    toolCall("{}", "a"),
    toolCall("{}", "a"),
    toolCall("{}", null),
  ];
  const reply = read(
    choose({ tool_calls: calls }, "tool_calls"),
    callOf("generic", { replyCount: 2 }),
  );
  const ids = reply.message.toolCalls?.map(({ id }) => id);
  expect(ids).toEqual(["call_2_0", "a", "call_2_2", "call_2_3"]);
  expect(reply.warnings).toEqual([
    "openai-compatible gave 3 of 4 tool calls no id of its own; ids were made.",
  ]);
});

test("a server that calls a cut reply a tool turn is not believed", () => {
  const body = choose({ content: null, tool_calls: cut }, "tool_calls");
  expect(read(body, callOf("vllm")).finishReason).toBe("length");
  expect(read(body, callOf("generic")).finishReason).toBe("tool-calls");
  const limited = { ...body, usage: { prompt_tokens: 3, completion_tokens: 20 } };
  const asked = (maxOutputTokens: number) => callOf("generic", { maxOutputTokens });
  expect(read(limited, asked(20)).finishReason).toBe("length");
  expect(read(limited, asked(21)).finishReason).toBe("tool-calls");
});

test("a call without arguments is not taken for a cut one", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 20 };
  const body = { ...choose({ content: null, tool_calls: [toolCall("")] }, "tool_calls"), usage };
  expect(read(body, callOf("vllm")).finishReason).toBe("tool-calls");
  const limited = callOf("generic", { maxOutputTokens: 20 });
  expect(read(body, limited).finishReason).toBe("tool-calls");
});

test.each(["abort", "aborted", "cancelled"])("a reply that ended by %s is interrupted", (label) => {
  expect(() => read(choose({ content: "par" }, label))).toThrow(
    expect.objectContaining({
      errorClass: "connection",
      message: `interrupted: the answer of openai at https://models.example/v1 was given up by the server (${label}).`,
    }),
  );
});

test("usage that no reply can have had is left out, with a warning", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 0, total_tokens: 3 };
  const reply = read({ ...choose({ content: "42" }), usage });
  expect(reply).not.toHaveProperty("usage");
  expect(reply.warnings).toEqual([
    "usage suspicious: openai counted 0 tokens, so its usage is left out.",
  ]);
});

test("what a call cost is read where the server says it in dollars", () => {
  const usage = { prompt_tokens: 3, completion_tokens: 2, cost: 0.0125 };
  const body = { ...choose({ content: "42" }), usage };
  expect(read(body, callOf("openrouter")).usage?.costUsd).toBe(0.0125);
  expect(read(body, callOf("generic")).usage).not.toHaveProperty("costUsd");
});

test("a tool call that the server could not read is the model's answer, not a failure", () => {
  const error = { code: "tool_use_failed", message: "No.", failed_generation: "<function=f{}>" };
  expect(read({ error }, callOf("groq"))).toMatchObject({
    message: { role: "assistant", content: "<function=f{}>" },
    finishReason: "other",
    warnings: [expect.stringContaining("groq answered with an error (tool_use_failed)")],
  });
  expect(() => read({ error }, callOf("generic"))).toThrow("(tool_use_failed)");
});

test.each([
  ["reasoning_content", "Hm.", "Hm."],
  ["reasoning", "Hm.", "Hm."],
  ["reasoning_details", [{ type: "reasoning.text", text: "Hm.", signature: "s" }], "Hm."],
])("reasoning in %s is read, and kept where it stood", (name, value, text) => {
  const { message } = read(choose({ content: "42", [name]: value }));
  expect(message).toEqual({
    role: "assistant",
    content: "42",
    reasoning: text,
    providerItems: {
      openai: {
        api: "chat",
        model: "m",
        message: { role: "assistant", content: "42", [name]: value },
      },
    },
  });
});
