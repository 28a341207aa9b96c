import { expect, test } from "vitest";
import { toChatRequest } from "./chat-request.ts";
import { requestOf, user, weatherTool } from "./requests.test-helper.ts";
import { checkSettings, type OpenAISettings } from "./settings.ts";

function define(settings: OpenAISettings = {}) {
  return { modelId: "m", api: "chat", settings: checkSettings(settings, "chat") } as const;
}

test("a bare request has no more members than it needs", () => {
  expect(toChatRequest(requestOf([user]), define())).toStrictEqual({
    model: "m",
    messages: [{ role: "user", content: "Weather in Oslo?" }],
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
  expect(Object.keys(body)).toEqual(["model", "messages"]);
});
