import { describe, expect, test } from "vitest";
import { fromAiSdk } from "../from-ai-sdk.ts";
import { type MockAnswer, mockModel, type Version } from "../mock-model.test-helper.ts";
import { requestOf, user, watchedRequest, weatherTool } from "../requests.test-helper.ts";
import type { AiSdkSettings } from "../settings.ts";

const text = { type: "text", text: "42" };
const whole = { type: "tool-call", toolCallId: "c1", toolName: "add", input: '{"a": 1}' };
const cut = { type: "tool-call", toolCallId: "c2", toolName: "add", input: '{"a": ' };

const ways: [Version, boolean][] = [
  ["v2", true],
  ["v2", false],
  ["v3", true],
  ["v3", false],
  ["v4", true],
  ["v4", false],
];

function read(version: Version, answer: MockAnswer, settings: AiSdkSettings = {}) {
  return fromAiSdk(mockModel(version, answer), settings).generate(requestOf());
}

describe.each(ways)("%s, stream: %s", (version, stream) => {
  test("a reply with text, usage and what served it", async () => {
    const answer: MockAnswer = {
      parts: [{ type: "reasoning", text: "Hm." }, { type: "reasoning", text: "So." }, text],
      response: { id: "r1", modelId: "m-2026-01-01", timestamp: new Date(0) },
      headers: {
        "x-request-id": "req_1",
        "x-ratelimit-limit-tokens": "1000",
        "x-ratelimit-remaining-tokens": "10",
        "x-ratelimit-reset-tokens": "1m30.5s",
      },
    };
    expect(await read(version, answer, { stream })).toEqual({
      message: {
        role: "assistant",
        content: "42",
        reasoning: "Hm.\nSo.",
        providerItems: {
          mock: { api: `aisdk.${version}`, model: "m", content: answer.parts },
        },
      },
      finishReason: "stop",
      usage: { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
      served: { model: "m-2026-01-01", responseId: "r1", requestId: "req_1" },
      rateLimits: { tokens: { limit: 1000, remaining: 10, resetMs: 90_500 } },
    });
  });

  test.each<[string, readonly (typeof text | typeof whole)[], string, string]>([
    ["tool calls", [whole], "tool-calls", "tool-calls"],
    ["10: tool calls labelled stop", [whole], "stop", "tool-calls"],
    ["tool calls with an odd label", [whole], "other", "tool-calls"],
    ["whole tool calls labelled length", [whole], "length", "tool-calls"],
    ["cut tool calls labelled length", [whole, cut], "length", "length"],
    ["cut tool calls labelled tool-calls", [whole, cut], "tool-calls", "tool-calls"],
    ["tool calls, filtered", [whole], "content-filter", "content-filter"],
    ["text", [text], "stop", "stop"],
    ["text labelled length", [text], "length", "length"],
    ["text, filtered", [text], "content-filter", "content-filter"],
    ["text labelled tool-calls", [text], "tool-calls", "other"],
    ["text with a label of the provider's", [text], "other", "other"],
  ])("%s", async (_name, parts, reason, finishReason) => {
    // In V2 the provider's own word is not told.
    const reply = await read(
      version,
      { parts, reason, raw: "own" },
      { stream: stream && version !== "v2" },
    );
    expect(reply.finishReason).toBe(finishReason);
  });

  test("cut tool calls at the limit of tokens were cut by it", async () => {
    const answer = { parts: [cut], reason: "tool-calls" };
    const limited = await read(version, answer, { stream, maxOutputTokens: 5 });
    expect(limited.finishReason).toBe("length");
    const free = await read(version, answer, { stream, maxOutputTokens: 6 });
    expect(free.finishReason).toBe("tool-calls");
  });

  test("texts are joined, and an empty one beside tool calls is none", async () => {
    const first = { type: "text", text: "4" };
    expect(
      (await read(version, { parts: [first, { ...first, text: "2" }] }, { stream })).message
        .content,
    ).toBe("42");
    const empty = { type: "text", text: "" };
    expect((await read(version, { parts: [empty, whole] }, { stream })).message.content).toBeNull();
    expect((await read(version, { parts: [empty] }, { stream })).message.content).toBe("");
    expect((await read(version, { parts: [] }, { stream })).message.content).toBeNull();
  });

  test("arguments keep their bytes, and those that were parsed become text again", async () => {
    const parsed = { ...whole, toolCallId: "c3", input: { b: 2 } };
    const { message } = await read(version, { parts: [whole, cut, parsed] }, { stream });
    expect(message.toolCalls).toEqual([
      { id: "c1", name: "add", rawArguments: '{"a": 1}' },
      { id: "c2", name: "add", rawArguments: '{"a": ' },
      { id: "c3", name: "add", rawArguments: '{"b":2}' },
    ]);
  });

  test("calls without an id of their own get one that the conversation does not have", async () => {
    const parts = ["", "a", "a", undefined].map((toolCallId) => ({ ...whole, toolCallId }));
    const model = fromAiSdk(mockModel(version, { parts }), { stream });
    const earlier = { role: "assistant", content: "Before." } as const;
    const reply = await model.generate(requestOf([earlier, earlier, user]));
    const ids = reply.message.toolCalls?.map(({ id }) => id);
    expect(ids).toEqual(["call_2_0", "a", "call_2_2", "call_2_3"]);
    expect(reply.warnings).toEqual(["Tool calls had no id of their own; ids were made."]);
  });

  test("a made id is none that the reply has already, or has later", async () => {
    const parts = ["call_0_1", "", "", "call_0_2"].map((toolCallId) => ({ ...whole, toolCallId }));
    const { message } = await read(version, { parts }, { stream });
    const ids = message.toolCalls?.map(({ id }) => id);
    expect(ids).toEqual(["call_0_1", "call_0_1_", "call_0_2_", "call_0_2"]);
  });

  test("evidence is kept in one line, bounded and without what looks like a key", async () => {
    const key = "sk-very-secret-key";
    const answer: MockAnswer = {
      parts: [text],
      response: { id: `r1\u001b[2J ${key}`, modelId: "m".repeat(400), timestamp: new Date(0) },
      headers: { "x-request-id": `req_1\n${key}` },
    };
    expect((await read(version, answer, { stream })).served).toEqual({
      responseId: "r1\\u001b[2J [secret]",
      model: `${"m".repeat(300)}…`,
      requestId: "req_1\\n[secret]",
    });
  });

  test("a reply that ended in an error is a failure of the provider", async () => {
    const answer = { parts: [text], reason: "error", raw: "upstream" };
    await expect(read(version, answer, { stream })).rejects.toMatchObject({
      errorClass: "server",
      message: expect.stringMatching(/^The reply of mock m ended with an error/),
    });
  });

  test("a reply by content filter is told, since it may be a refusal", async () => {
    const { warnings } = await read(
      version,
      { parts: [text], reason: "content-filter" },
      { stream },
    );
    expect(warnings).toEqual([
      "The reply ended by content filter: the AI SDK does not tell a refusal of the model from one of a filter.",
    ]);
  });

  test.each<[string, unknown, string]>([
    ["a text that is none", { type: "text", text: 7 }, "content[0].text is 7"],
    ["no part", "text", 'content[0] is "text", and no part of a reply'],
    ["a call without a name", { ...whole, toolName: "" }, 'content[0].toolName is ""'],
    ["a call without arguments", { ...whole, input: undefined }, "content[0].input is undefined"],
    ["an id that is none", { ...whole, toolCallId: 7 }, "content[0].toolCallId is 7"],
  ])("%s is not a reply", async (_name, part, problem) => {
    const others = { content: [part] };
    await expect(read(version, { others }, { stream: false })).rejects.toMatchObject({
      errorClass: "protocol",
      message: `mock m gave no usable reply: ${problem}.`,
    });
  });
});

test.each([undefined, null, "x", []])("doGenerate that gives %j gave no reply", async (result) => {
  const doGenerate = async () => result;
  await expect(read("v3", { doGenerate }, { stream: false })).rejects.toMatchObject({
    errorClass: "protocol",
    message: "mock m gave no usable reply: doGenerate gave no object.",
  });
});

test("v4: beside drafts, the text that answers in the schema is the answer", async () => {
  const answer = {
    parts: [
      { type: "text", text: "A draft." },
      { type: "text", text: "{}" },
    ],
    others: { structuredOutputText: "{}" },
  };
  const model = fromAiSdk(mockModel("v4", answer), { stream: false });
  const output = { name: "answer", schema: { type: "object" } } as const;
  expect((await model.generate(requestOf([user], { output }))).message.content).toBe("{}");
  expect((await model.generate(requestOf())).message.content).toBe("A draft.{}");
});

test("the text is told as it arrives, and only while the call is under way", async () => {
  const { request, progresses } = watchedRequest({ tools: [weatherTool] });
  const parts = [{ type: "reasoning", text: "Hm." }, { type: "text", text: "It is 42." }, whole];
  await fromAiSdk(mockModel("v3", { parts })).generate(request);
  const texts = progresses.flatMap((progress) =>
    progress.type === "text-delta" ? [progress.text] : [],
  );
  expect(texts).toEqual(["It is", " 42."]);
  expect(progresses.filter(({ type }) => type === "alive").length).toBeGreaterThan(3);
});

describe("warnings of the model", () => {
  test.each<[Version, unknown, string]>([
    ["v2", { type: "other", message: "Beware." }, "other: Beware."],
    [
      "v3",
      { type: "compatibility", feature: "tools", details: "As text." },
      "compatibility: tools: As text.",
    ],
    ["v4", { type: "deprecated", setting: "x", message: "Old." }, "deprecated: x: Old."],
    ["v3", { type: "unsupported", feature: "seed" }, "unsupported: seed"],
    ["v3", { type: "other", message: "\u001b[31mred" }, "other: \\u001b[31mred"],
  ])("%s: %j is passed on", async (version, warning, expected) => {
    const answer = { parts: [text], warnings: [warning] };
    for (const stream of [true, false]) {
      expect((await read(version, answer, { stream })).warnings).toEqual([expected]);
    }
  });

  test.each<[Version, unknown, AiSdkSettings]>([
    [
      "v2",
      { type: "unsupported-setting", setting: "temperature", details: "No." },
      { temperature: 1 },
    ],
    ["v3", { type: "unsupported", feature: "temperature", details: "No." }, { temperature: 1 }],
    ["v4", { type: "unsupported", feature: "seed" }, { seed: 7 }],
    ["v3", { type: "unsupported", feature: "stopSequences" }, { stop: "END" }],
  ])("%s: %j is an error when it was asked for", async (version, warning, settings) => {
    const answer = { parts: [text], warnings: [warning] };
    for (const stream of [true, false]) {
      await expect(read(version, answer, { ...settings, stream })).rejects.toMatchObject({
        errorClass: "unsupported-setting",
        message: expect.stringContaining("mock m ignores what it was asked for (unsupported"),
      });
    }
  });

  test.each<[Version, unknown]>([
    ["v2", { type: "unsupported-tool", tool: { name: "get_weather" } }],
    ["v3", { type: "unsupported", feature: "tools" }],
    ["v3", { type: "unsupported", feature: "responseFormat" }],
  ])("%s: so is %j", async (version, warning) => {
    const model = fromAiSdk(mockModel(version, { parts: [text], warnings: [warning] }));
    const output = { name: "answer", schema: { type: "object" } } as const;
    const request = requestOf([user], { tools: [weatherTool], output });
    await expect(model.generate(request)).rejects.toMatchObject({
      errorClass: "unsupported-setting",
    });
    await expect(model.generate(requestOf())).resolves.toMatchObject({ finishReason: "stop" });
  });
});
