import type { AssistantMessage, ModelRequest } from "@rollouts/core";
import { expect, test } from "vitest";
import type { ModelDefinition } from "../model-definition.ts";
import type { ProfileName } from "../profile.ts";
import { callOf, defineModel, requestOf, user, weatherTool } from "../requests.test-helper.ts";
import { createSchemaWriter } from "../schemas/schema-writer.ts";
import type { OpenAISettings } from "../settings.ts";
import { readResponsesReply } from "./responses-reply.ts";
import { toResponsesRequest as write } from "./responses-request.ts";

function define(settings: OpenAISettings = {}, modelId = "gpt-5.5", profile?: ProfileName) {
  return defineModel(settings, { api: "responses", modelId, ...(profile && { profile }) });
}

function toResponsesRequest(request: ModelRequest, definition: ModelDefinition) {
  return write(request, definition, createSchemaWriter(definition.settings.strict));
}

test("a bare request has no more members than it needs, and asks to be stored nowhere", () => {
  expect(toResponsesRequest(requestOf([user]), define())).toStrictEqual({
    model: "gpt-5.5",
    input: [{ role: "user", content: "Weather in Oslo?" }],
    store: false,
    include: ["reasoning.encrypted_content"],
    stream: true,
  });
});

test("a request with everything", () => {
  const settings: OpenAISettings = {
    reasoningEffort: "low",
    temperature: 0.5,
    topP: 0.9,
    maxOutputTokens: 100,
    serviceTier: "flex",
    verbosity: "high",
    parallelToolCalls: false,
  };
  const request = requestOf([{ role: "system", content: "Be brief." }, user], {
    tools: [weatherTool],
    toolChoice: { name: "get_weather" },
    output: {
      name: "answer",
      description: "The answer",
      schema: { type: "object", properties: {} },
    },
    attempt: { taskId: "t", attemptIndex: 1, turn: 0, seed: 99 },
  });
  expect(toResponsesRequest(request, define(settings))).toStrictEqual({
    model: "gpt-5.5",
    instructions: "Be brief.",
    input: [{ role: "user", content: "Weather in Oslo?" }],
    store: false,
    include: ["reasoning.encrypted_content"],
    tools: [
      {
        type: "function",
        name: "get_weather",
        description: "Says the weather",
        parameters: {
          type: "object",
          properties: { city: { type: "string" } },
          required: ["city"],
          additionalProperties: false,
        },
        strict: true,
      },
    ],
    tool_choice: { type: "function", name: "get_weather" },
    parallel_tool_calls: false,
    text: {
      format: {
        type: "json_schema",
        name: "answer",
        description: "The answer",
        schema: { type: "object", properties: {}, additionalProperties: false },
        strict: true,
      },
      verbosity: "high",
    },
    reasoning: { effort: "low" },
    temperature: 0.5,
    top_p: 0.9,
    max_output_tokens: 100,
    service_tier: "flex",
    stream: true,
  });
});

test("the first system message is the instructions, a later one stays in its place", () => {
  const messages = [
    { role: "system", content: "Be brief." },
    { role: "system", content: "You are in Oslo." },
    user,
    { role: "system", content: "Answer in Norwegian." },
  ] as const;
  expect(toResponsesRequest(requestOf(messages), define())).toMatchObject({
    instructions: "Be brief.",
    input: [
      { role: "system", content: "You are in Oslo." },
      { role: "user", content: "Weather in Oslo?" },
      { role: "system", content: "Answer in Norwegian." },
    ],
  });
});

test("texts and images of the user become input parts", () => {
  const content = [
    { type: "text", text: "What is this?" },
    { type: "image", url: "data:image/png;base64,AAAA" },
  ] as const;
  expect(toResponsesRequest(requestOf([{ role: "user", content }]), define()).input).toEqual([
    {
      role: "user",
      content: [
        { type: "input_text", text: "What is this?" },
        { type: "input_image", image_url: "data:image/png;base64,AAAA", detail: "auto" },
      ],
    },
  ]);
});

test("a conversation that came from elsewhere is rebuilt from its messages", () => {
  const messages = [
    user,
    {
      role: "assistant",
      content: "I look it up.",
      toolCalls: [{ id: "c1", name: "get_weather", rawArguments: '{"city": "Oslo"}' }],
    },
    { role: "tool", toolCallId: "c1", content: "cold", isError: false },
    { role: "assistant", content: null, refusal: "I will not say." },
    { role: "assistant", content: null },
  ] as const;
  expect(toResponsesRequest(requestOf(messages), define()).input).toEqual([
    { role: "user", content: "Weather in Oslo?" },
    { role: "assistant", content: "I look it up." },
    { type: "function_call", call_id: "c1", name: "get_weather", arguments: '{"city": "Oslo"}' },
    { type: "function_call_output", call_id: "c1", output: "cold" },
    { role: "assistant", content: "I will not say." },
  ]);
});

test.each([
  ["gpt-5.5", true],
  ["o4-mini", true],
  ["a-model-of-tomorrow", true],
  ["gpt-4.1-mini", false],
  ["ft:gpt-4o-2024-08-06:org::abc", false],
  ["gpt-3.5-turbo", false],
  ["chatgpt-4o-latest", false],
  ["gpt-5.1-chat-latest", false],
])("%s is asked for its encrypted reasoning: %s", (modelId, asked) => {
  const request = toResponsesRequest(requestOf([user]), define({}, modelId));
  expect("include" in request).toBe(asked);
});

test.each(["auto", "none", "required"] as const)(
  "the tool choice %s is sent as it is",
  (choice) => {
    const request = requestOf([user], { tools: [weatherTool], toolChoice: choice });
    expect(toResponsesRequest(request, define()).tool_choice).toBe(choice);
  },
);

test("without tools, nothing that needs tools is sent", () => {
  const request = requestOf([user], { tools: [], toolChoice: "none" });
  const body = toResponsesRequest(request, define({ parallelToolCalls: true }));
  expect(Object.keys(body)).toEqual(["model", "input", "store", "include", "stream"]);
});

test("strict is always said: false for a schema with an optional property, or when declined", () => {
  const optional = { ...weatherTool, parameters: { ...weatherTool.parameters, required: [] } };
  const format = { name: "answer", schema: optional.parameters };
  const request = requestOf([user], { tools: [weatherTool, optional], output: format });
  const { $schema: _dialect, ...sent } = optional.parameters;
  expect(toResponsesRequest(request, define())).toMatchObject({
    tools: [{ strict: true }, { strict: false, parameters: sent }],
    text: { format: { strict: false, schema: sent } },
  });
  expect(toResponsesRequest(request, define({ strict: false }))).toMatchObject({
    tools: [{ strict: false }, { strict: false }],
    text: { format: { strict: false } },
  });
});

const items = [
  { type: "reasoning", id: "rs_1", summary: [], encrypted_content: "gAAA", status: null },
  { type: "program", id: "pr_1", code: "1" },
  {
    type: "message",
    id: "msg_1",
    role: "assistant",
    status: "completed",
    phase: "commentary",
    content: [{ type: "output_text", text: "One moment.", annotations: [], logprobs: [] }],
  },
  { type: "function_call", id: "fc_1", call_id: "c1", name: "get_weather", arguments: "{}" },
];

function replyWith(output: readonly unknown[]): AssistantMessage {
  const call = callOf("openai", { modelId: "gpt-5.5" });
  const answer = { body: { status: "completed", output }, requestId: undefined };
  return readResponsesReply(answer, call).message;
}

test("an own reply is sent back item by item, as it came", () => {
  const reply = JSON.parse(JSON.stringify(replyWith(items)));
  expect(toResponsesRequest(requestOf([user, reply]), define()).input).toEqual([
    { role: "user", content: "Weather in Oslo?" },
    ...items,
  ]);
});

test("reasoning that the server did not encrypt is not sent back, since nobody stored it", () => {
  const reply = replyWith([{ type: "reasoning", id: "rs_1", summary: [] }, items[3]]);
  expect(toResponsesRequest(requestOf([reply]), define()).input).toEqual([items[3]]);
});

const rebuilt = [
  { role: "assistant", content: "One moment." },
  { type: "function_call", call_id: "c1", name: "get_weather", arguments: "{}" },
];

test("the reply of another model is rebuilt, since this one cannot read its reasoning", () => {
  const request = requestOf([replyWith(items)]);
  expect(toResponsesRequest(request, define({}, "gpt-5.5-mini")).input).toEqual(rebuilt);
});

test("an edited reply is sent as edited", () => {
  const edited = { ...replyWith(items), content: "One moment, please." };
  expect(toResponsesRequest(requestOf([edited]), define()).input).toEqual([
    { role: "assistant", content: "One moment, please." },
    rebuilt[1],
  ]);
});

test.each<[string, unknown]>([
  ["of another API", { api: "chat", model: "gpt-5.5", items }],
  ["without items", { api: "responses", model: "gpt-5.5" }],
  ["with items that are none", { api: "responses", model: "gpt-5.5", items: [null, ...items] }],
  ["that are no object", "responses"],
])("kept items %s are passed over", (_name, openai) => {
  const message = { ...replyWith(items), providerItems: { openai } };
  expect(toResponsesRequest(requestOf([message]), define()).input).toEqual(rebuilt);
});

test("a server that stores nothing is not told so, and gets the reasoning back that it showed", () => {
  const shown = {
    type: "reasoning",
    summary: [],
    content: [{ type: "reasoning_text", text: "Hm." }],
  };
  const call = callOf("vllm", { modelId: "gpt-oss" });
  const answer = { body: { status: "completed", output: [shown, items[3]] }, requestId: undefined };
  const { message } = readResponsesReply(answer, call);
  const request = toResponsesRequest(requestOf([user, message]), define({}, "gpt-oss", "vllm"));
  expect(request).toStrictEqual({
    model: "gpt-oss",
    input: [{ role: "user", content: "Weather in Oslo?" }, shown, items[3]],
    stream: true,
  });
});
