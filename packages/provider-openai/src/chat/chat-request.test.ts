import type { ModelRequest } from "@rollouts/core";
import { expect, test } from "vitest";
import type { ModelDefinition } from "../model-definition.ts";
import type { ProfileName } from "../profile.ts";
import { callOf, defineModel, requestOf, user, weatherTool } from "../requests.test-helper.ts";
import { createSchemaWriter } from "../schemas/schema-writer.ts";
import type { OpenAISettings } from "../settings.ts";
import { readChatReply } from "./chat-reply.ts";
import { toChatRequest as write } from "./chat-request.ts";

function define(settings: OpenAISettings = {}, profile: ProfileName = "openai") {
  return defineModel(settings, { api: "chat", profile });
}

function toChatRequest(request: ModelRequest, definition: ModelDefinition) {
  return write(request, definition, createSchemaWriter(definition.settings.strict));
}

test("a bare request has no more members than it needs", () => {
  expect(toChatRequest(requestOf([user]), define())).toStrictEqual({
    model: "m",
    messages: [{ role: "user", content: "Weather in Oslo?" }],
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("a request with everything", () => {
  const settings: OpenAISettings = {
    reasoningEffort: "low",
    temperature: 0.5,
    topP: 0.9,
    maxOutputTokens: 100,
    seed: 7,
    stop: ["END"],
    serviceTier: "flex",
    verbosity: "high",
    parallelToolCalls: false,
  };
  const request = requestOf([{ role: "system", content: "Be brief." }, user], {
    tools: [weatherTool],
    toolChoice: { name: "get_weather" },
    output: { name: "answer", schema: { type: "object", properties: {} } },
  });
  expect(toChatRequest(request, define(settings))).toStrictEqual({
    model: "m",
    messages: [
      { role: "system", content: "Be brief." },
      { role: "user", content: "Weather in Oslo?" },
    ],
    tools: [
      {
        type: "function",
        function: {
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
      },
    ],
    tool_choice: { type: "function", function: { name: "get_weather" } },
    parallel_tool_calls: false,
    response_format: {
      type: "json_schema",
      json_schema: {
        name: "answer",
        schema: { type: "object", properties: {}, additionalProperties: false },
        strict: true,
      },
    },
    reasoning_effort: "low",
    temperature: 0.5,
    top_p: 0.9,
    max_completion_tokens: 100,
    seed: 7,
    stop: ["END"],
    service_tier: "flex",
    verbosity: "high",
    stream: true,
    stream_options: { include_usage: true },
  });
});

test("a whole conversation, with the calls and their answers", () => {
  const messages = [
    {
      role: "user",
      content: [
        { type: "text", text: "This?" },
        { type: "image", url: "https://pictures.example/a.png" },
      ],
    },
    {
      role: "assistant",
      content: null,
      toolCalls: [{ id: "c1", name: "get_weather", rawArguments: "{}" }],
      providerItems: { openai: { api: "responses", model: "m", items: [{ type: "reasoning" }] } },
    },
    { role: "tool", toolCallId: "c1", content: "cold", isError: true },
    { role: "assistant", content: "It is cold." },
    { role: "assistant", content: null, refusal: "No." },
    { role: "assistant", content: null },
  ] as const;
  expect(toChatRequest(requestOf(messages), define()).messages).toStrictEqual([
    {
      role: "user",
      content: [
        { type: "text", text: "This?" },
        { type: "image_url", image_url: { url: "https://pictures.example/a.png" } },
      ],
    },
    {
      role: "assistant",
      tool_calls: [
        { id: "c1", type: "function", function: { name: "get_weather", arguments: "{}" } },
      ],
    },
    { role: "tool", tool_call_id: "c1", content: "cold" },
    { role: "assistant", content: "It is cold." },
    { role: "assistant", refusal: "No." },
  ]);
});

test("a seed per attempt is the attempt's, and outside of attempts there is none", () => {
  const attempt = { taskId: "t", attemptIndex: 3, turn: 0, seed: 4_294_967_295 };
  const perAttempt = define({ seed: "per-attempt" });
  expect(toChatRequest(requestOf([user], { attempt }), perAttempt).seed).toBe(4_294_967_295);
  expect(toChatRequest(requestOf([user]), perAttempt)).not.toHaveProperty("seed");
  expect(toChatRequest(requestOf([user], { attempt }), define({ seed: 0 })).seed).toBe(0);
  expect(toChatRequest(requestOf([user], { attempt }), define())).not.toHaveProperty("seed");
});

test("without tools, nothing that needs tools is sent", () => {
  const request = requestOf([user], { tools: [], toolChoice: "required" });
  const body = toChatRequest(request, define({ parallelToolCalls: true }));
  expect(Object.keys(body)).toEqual(["model", "messages", "stream", "stream_options"]);
});

test.each([
  ["openai", { max_completion_tokens: 5, stream_options: { include_usage: true } }],
  ["vllm", { max_tokens: 5, stream_options: { include_usage: true } }],
  ["fireworks", { max_tokens: 5 }],
  [
    "openrouter",
    {
      max_tokens: 5,
      stream_options: { include_usage: true },
      provider: { require_parameters: true },
    },
  ],
] as const)("the profile %s shapes the request", (profile, members) => {
  expect(toChatRequest(requestOf([user]), define({ maxOutputTokens: 5 }, profile))).toStrictEqual({
    model: "m",
    messages: [{ role: "user", content: "Weather in Oslo?" }],
    stream: true,
    ...members,
  });
});

test("members of the settings are added last, over those of the profile", () => {
  const extraBody = { top_k: 20, provider: { order: ["a"] } };
  expect(toChatRequest(requestOf([user]), define({ extraBody }, "openrouter"))).toMatchObject({
    top_k: 20,
    provider: { order: ["a"] },
  });
});

const wire = {
  role: "assistant",
  content: null,
  reasoning_content: "Hm.",
  tool_calls: [
    {
      id: "c1",
      type: "function",
      function: { name: "get_weather", arguments: "{}" },
      extra_content: { google: { thought_signature: "s" } },
    },
  ],
};

test("what only the server understands of its reply is sent back where it stood", () => {
  const body = { choices: [{ message: wire, finish_reason: "tool_calls" }] };
  const { message } = readChatReply({ body, requestId: undefined }, callOf());
  const stored = JSON.parse(JSON.stringify(message));
  expect(toChatRequest(requestOf([user, stored]), define()).messages).toEqual([
    { role: "user", content: "Weather in Oslo?" },
    wire,
  ]);
  const plain = {
    role: "assistant",
    tool_calls: [{ id: "c1", type: "function", function: wire.tool_calls[0]?.function }],
  };
  const elsewhere = [
    [
      {
        ...stored,
        toolCalls: [{ id: "c1", name: "get_weather", rawArguments: "{}" }],
        content: "x",
      },
      { ...plain, content: "x" },
    ],
  ] as const;
  for (const [edited, sent] of elsewhere) {
    expect(toChatRequest(requestOf([edited]), define()).messages).toEqual([sent]);
  }
  expect(toChatRequest(requestOf([stored]), define({}, "vllm")).messages).toEqual([plain]);
});
