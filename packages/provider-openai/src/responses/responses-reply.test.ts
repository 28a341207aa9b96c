import { expect, test } from "vitest";
import { callOf } from "../requests.test-helper.ts";
import { readResponsesReply } from "./responses-reply.ts";

const gpt = callOf("openai", { modelId: "gpt-5.5" });

function read(body: unknown, call = gpt) {
  return readResponsesReply({ body, requestId: "req_1" }, call);
}

function text(...texts: string[]) {
  return { type: "message", content: texts.map((part) => ({ type: "output_text", text: part })) };
}

const toolCall = { type: "function_call", call_id: "c1", name: "add", arguments: '{"a": 1}' };
const cutCall = { ...toolCall, call_id: "c2", arguments: '{"a": ' };

test("an answer with reasoning, text, usage and what served it", () => {
  const output = [
    { type: "reasoning", summary: [{ type: "summary_text", text: "First." }, { text: "Then." }] },
    text("1", "2"),
  ];
  const body = {
    id: "resp_1",
    model: "gpt-5.5-2026-03-05",
    status: "completed",
    error: null,
    incomplete_details: null,
    output,
    service_tier: "default",
    usage: {
      input_tokens: 10,
      input_tokens_details: { cached_tokens: 4 },
      output_tokens: 5,
      output_tokens_details: { reasoning_tokens: 3 },
      total_tokens: 15,
    },
  };
  expect(read(body)).toStrictEqual({
    message: {
      role: "assistant",
      content: "12",
      reasoning: "First.\n\nThen.",
      providerItems: { openai: { api: "responses", model: "gpt-5.5", items: output } },
    },
    finishReason: "stop",
    usage: {
      inputTokens: 10,
      cachedInputTokens: 4,
      outputTokens: 5,
      reasoningTokens: 3,
      totalTokens: 15,
    },
    served: {
      model: "gpt-5.5-2026-03-05",
      responseId: "resp_1",
      requestId: "req_1",
      serviceTier: "default",
    },
  });
});

test("tool calls, with their arguments as the model wrote them; no text is null", () => {
  const reply = read({ status: "completed", output: [toolCall, cutCall] });
  expect(reply.finishReason).toBe("tool-calls");
  expect(reply.message.content).toBeNull();
  expect(reply.message.toolCalls).toEqual([
    { id: "c1", name: "add", rawArguments: '{"a": 1}' },
    { id: "c2", name: "add", rawArguments: '{"a": ' },
  ]);
});

test("calls without an id of their own get one, and go back with it; others stay as they came", () => {
  const output = [
    toolCall,
    { ...toolCall, call_id: "c1" },
    { ...toolCall, call_id: undefined, arguments: { a: 1 } },
    { ...toolCall, call_id: "", arguments: null },
  ];
  const { message, warnings } = read({ status: "completed", output }, { ...gpt, replyCount: 2 });
  expect(message.toolCalls?.map(({ id, rawArguments }) => [id, rawArguments])).toEqual([
    ["c1", '{"a": 1}'],
    ["call_2_1", '{"a": 1}'],
    ["call_2_2", '{"a":1}'],
    ["call_2_3", ""],
  ]);
  expect(warnings).toEqual(["openai gave 3 of 4 tool calls no id of its own; ids were made."]);
  const [first, , third] = output;
  expect(message.providerItems?.openai).toMatchObject({
    items: [
      first,
      { ...toolCall, call_id: "call_2_1" },
      { ...third, call_id: "call_2_2", arguments: '{"a":1}' },
      { ...toolCall, call_id: "call_2_3", arguments: "" },
    ],
  });
});

test("a call that is cut, though the server says nothing of it, is cut by the limit", () => {
  const body = { status: "completed", output: [cutCall] };
  const usage = { input_tokens: 3, output_tokens: 20 };
  expect(read(body, callOf("vllm")).finishReason).toBe("length");
  const limited = callOf("generic", { maxOutputTokens: 20 });
  expect(read({ ...body, usage }, limited).finishReason).toBe("length");
  expect(read(body, limited).finishReason).toBe("tool-calls");
});

test("an empty refusal beside an answer is none", () => {
  const parts = [
    { type: "output_text", text: "42" },
    { type: "refusal", refusal: "" },
  ];
  const { message } = read({ status: "completed", output: [{ type: "message", content: parts }] });
  expect(message.content).toBe("42");
  expect(message).not.toHaveProperty("refusal");
});

test("a refusal is an answer", () => {
  const output = [{ type: "message", content: [{ type: "refusal", refusal: "I cannot." }] }];
  const reply = read({ status: "completed", output });
  expect(reply.message).toMatchObject({ content: null, refusal: "I cannot." });
  expect(reply.finishReason).toBe("stop");
});

test("B20: a reply that says nothing is none, unless settings say so", () => {
  const reasoning = { type: "reasoning", summary: [{ type: "summary_text", text: "Hm." }] };
  for (const output of [[], [text("")], [reasoning], [reasoning, text("")]]) {
    const empty = { status: "completed", output };
    expect(() => read(empty)).toThrow(
      expect.objectContaining({ errorClass: "protocol", retryable: true }),
    );
    expect(() => read(empty)).toThrow("gave no usable answer: the reply is empty.");
    const allowed = read(empty, { ...gpt, allowEmptyReply: true });
    expect(allowed).toMatchObject({ message: { content: "" }, finishReason: "stop" });
  }
  const output = [{ type: "custom_tool_call", call_id: "c1" }];
  expect(read({ status: "completed", output }).message.content).toBeNull();
});

test("comments of the model on its work are not part of its answer", () => {
  const output = [
    { ...text("I look it up."), phase: "commentary" },
    { ...text("42"), phase: "final_answer" },
  ];
  expect(read({ status: "completed", output }).message.content).toBe("42");
});

test("reasoning that an open model shows is read", () => {
  const reasoning = {
    type: "reasoning",
    summary: [],
    content: [{ type: "reasoning_text", text: "Hm." }],
  };
  const reply = read({ status: "completed", output: [reasoning, text("42")] });
  expect(reply.message.reasoning).toBe("Hm.");
});

test.each([
  ["cut by the limit", "max_output_tokens", [text("par")], "length"],
  [
    "13: cut while it reasoned",
    "max_output_tokens",
    [{ type: "reasoning", summary: [] }],
    "length",
  ],
  ["cut inside a tool call", "max_output_tokens", [toolCall, cutCall], "length"],
  ["cut after whole tool calls", "max_output_tokens", [toolCall], "tool-calls"],
  ["filtered", "content_filter", [text("par")], "content-filter"],
  ["filtered after a tool call", "content_filter", [toolCall], "content-filter"],
])("an incomplete answer, %s", (_name, reason, output, finishReason) => {
  const reply = read({ status: "incomplete", incomplete_details: { reason }, output });
  expect(reply.finishReason).toBe(finishReason);
});

test.each<[string, unknown, unknown]>([
  ["null", null, undefined],
  ["absent", undefined, undefined],
  ["without details", { input_tokens: 3, output_tokens: 1 }, { inputTokens: 3, outputTokens: 1 }],
  ["of no counts", { input_tokens: -1, output_tokens: "5", total_tokens: 1.5 }, undefined],
])("usage that is %s", (_name, usage, expected) => {
  const reply = read({ status: "completed", output: [text("42")], usage });
  expect(reply.usage).toEqual(expected);
  expect(reply).not.toHaveProperty("warnings");
});

test.each([
  { input_tokens: 0, output_tokens: 0, total_tokens: 0 },
  { total_tokens: 0 },
  { input_tokens: 3, output_tokens: 0, total_tokens: 3 },
  { input_tokens: 0, output_tokens: 2, total_tokens: 2 },
])("usage that no reply can have had is left out, with a warning: %j", (usage) => {
  const reply = read({ status: "completed", output: [text("42")], usage });
  expect(reply).not.toHaveProperty("usage");
  expect(reply.warnings).toEqual([
    "usage suspicious: openai counted 0 tokens, so its usage is left out.",
  ]);
});

test("a reply without content may have taken no tokens", () => {
  const usage = { input_tokens: 3, output_tokens: 0, total_tokens: 3 };
  const incomplete_details = { reason: "content_filter" };
  const reply = read({ status: "incomplete", incomplete_details, output: [], usage });
  expect(reply.usage).toEqual({ inputTokens: 3, outputTokens: 0, totalTokens: 3 });
});

test.each([
  { status: "in_progress" },
  { status: "queued" },
  { status: "cancelled" },
  { status: "incomplete" },
  { status: "incomplete", incomplete_details: { reason: "steered" } },
  { status: "incomplete", incomplete_details: { reason: "max_messages" } },
])("what is not whole for another reason than a limit or a filter is interrupted: %j", (body) => {
  expect(() => read({ ...body, output: [text("par"), toolCall] })).toThrow(
    expect.objectContaining({
      errorClass: "connection",
      retryable: true,
      requestId: "req_1",
      message: expect.stringMatching(/^interrupted: the answer of openai at \S+ was given up/),
    }),
  );
});

test.each([
  ["server_error", "server"],
  ["rate_limit_exceeded", "rate-limit"],
  ["insufficient_quota", "quota-exhausted"],
  ["invalid_prompt", "invalid-request"],
  ["a_code_of_tomorrow", "server"],
])("a failed answer with the code %s is an error of the class %s", (code, errorClass) => {
  const body = {
    id: "resp_1",
    status: "failed",
    error: { code, message: "It broke." },
    output: [],
  };
  expect(() => read(body)).toThrow(
    expect.objectContaining({
      name: "ProviderError",
      errorClass,
      requestId: "req_1",
      message: expect.stringContaining(`openai answered with an error (${code}): It broke.`),
    }),
  );
});

test("a failed answer on grounds of content is a refusal, which counts", () => {
  const error = { code: "bio_policy", message: "Not about that." };
  expect(read({ id: "resp_1", status: "failed", error, output: [] })).toStrictEqual({
    message: { role: "assistant", content: null, refusal: "Not about that." },
    finishReason: "content-filter",
    served: { responseId: "resp_1", requestId: "req_1" },
  });
});

test.each<[unknown, string]>([
  ["a text", "the body is no JSON object."],
  [null, "the body is no JSON object."],
  [[], "the body is no JSON object."],
  [{}, "the status is missing."],
  [{ status: "finished", output: [] }, 'the status is "finished".'],
  [{ status: "completed" }, "there is no output."],
  [{ status: "completed", output: ["x"] }, "output[0] is no object."],
  [{ status: "completed", output: [{ type: "message" }] }, "output[0] is a message without parts."],
  [
    {
      status: "completed",
      output: [text("a"), { type: "message", content: [{ type: "output_text" }] }],
    },
    "output[1] is a message with a part without text.",
  ],
  [
    { status: "completed", output: [{ ...toolCall, name: undefined }] },
    "output[0] is a function call without name.",
  ],
  [
    { status: "completed", output: [{ ...toolCall, name: "" }] },
    "output[0] is a function call without name.",
  ],
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
  [{ error: { message: "busy", code: "429" } }, "rate-limit"],
  [{ error: "Unexpected endpoint" }, "server"],
  [{ error: { message: "no code" } }, "server"],
  [{ status: "failed", error: null }, "server"],
])("6: %j with a success status is an error of the class %s", (body, errorClass) => {
  expect(() => read(body)).toThrow(expect.objectContaining({ errorClass }));
});
