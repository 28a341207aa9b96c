import { LLMock } from "@copilotkit/aimock";
import type { JsonObject, Message, ModelRequest } from "@rollouts/core";
import { OpenAI as OpenAI7 } from "openai-7";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { z } from "zod";
import { createOpenAI } from "./create-openai.ts";
import { requestOf, user, weatherTool } from "./requests.test-helper.ts";

const mock = new LLMock({ port: 0, logLevel: "silent" });
const call = { name: "get_weather", arguments: { city: "Oslo" } };
mock.on({ userMessage: /^Weather/, hasToolResult: false }, { toolCalls: [call, call] });
mock.on({ userMessage: /^Weather/, hasToolResult: true }, { content: "Cold." });
mock.on({ userMessage: /^As JSON/ }, { content: '{"value":42}' });
const long = "It is cold in Oslo, and it will stay so for a while.";
mock.on({ userMessage: /^At length/ }, { content: long }, { chunkSize: 5 });
mock.on({ userMessage: /^Too often/ }, { content: "no" }, { chaos: { rateLimitRate: 1 } });
mock.on({ userMessage: /^Drop/ }, { content: "no" }, { chaos: { dropRate: 1 } });
mock.on({ userMessage: /^Garble/ }, { content: "no" }, { chaos: { malformedRate: 1 } });
mock.on({ userMessage: /^Hang up/ }, { content: "no" }, { chaos: { disconnectRate: 1 } });
mock.on({ userMessage: /^Cut off/ }, { content: long }, { chunkSize: 5, truncateAfterChunks: 4 });
mock.on({ userMessage: /^Slowly/ }, { content: "yes" }, { chaos: { latencyMs: 300 } });

beforeAll(async () => {
  await mock.start();
});
afterAll(() => mock.stop());

const apiKey = "sk-test";
const providers = [
  ["openai 6", "responses"],
  ["openai 6", "chat"],
  ["openai 7", "responses"],
  ["openai 7", "chat"],
] as const;

describe.each(providers)("%s, %s, against a mock server that others wrote", (version, api) => {
  const model = (settings = {}) => {
    const baseURL = `${mock.url}/v1`;
    const connection =
      version === "openai 6" ? { apiKey, baseURL } : { client: new OpenAI7({ apiKey, baseURL }) };
    return createOpenAI({ ...connection, api })("gpt-5.5", settings);
  };

  test("a tool loop: both calls are answered by their ids, then comes the text", async () => {
    const request = (messages: readonly Message[]): ModelRequest =>
      requestOf(messages, { tools: [weatherTool], toolChoice: "auto" });
    const first = await model().generate(request([user]));
    const calls = first.message.toolCalls ?? [];
    expect(first.finishReason).toBe("tool-calls");
    expect(calls.map(({ name, rawArguments }) => [name, JSON.parse(rawArguments)])).toEqual([
      ["get_weather", { city: "Oslo" }],
      ["get_weather", { city: "Oslo" }],
    ]);
    const results = calls.map(
      ({ id }) => ({ role: "tool", toolCallId: id, content: "-5" }) as const,
    );
    const last = await model().generate(request([user, first.message, ...results]));
    expect(last.message).toMatchObject({ role: "assistant", content: "Cold." });
    expect(last.finishReason).toBe("stop");
    const sent = mock.getRequests().at(-1)?.body as { messages: JsonObject[] };
    const answered = sent.messages.filter(({ role }) => role === "tool");
    expect(answered.map(({ tool_call_id }) => tool_call_id)).toEqual(calls.map(({ id }) => id));
  });

  test("structured output", async () => {
    const { jsonSchema } = z.object({ value: z.int() })["~standard"];
    const schema = jsonSchema.input({ target: "draft-07" }) as JsonObject;
    const request = requestOf([{ role: "user", content: "As JSON, please" }], {
      output: { name: "answer", schema },
    });
    const reply = await model({ reasoningEffort: "low" }).generate(request);
    expect(reply.message.content).toBe('{"value":42}');
    expect(reply.served?.model).toBe("gpt-5.5");
  });

  test("five attempts reach the server as five requests", async () => {
    const before = mock.getRequests().length;
    await Promise.all(Array.from({ length: 5 }, () => model().generate(requestOf([user]))));
    expect(mock.getRequests().length - before).toBe(5);
  });

  test("what no rule of the server answers is an error, not an empty reply", async () => {
    const request = requestOf([{ role: "user", content: "Anything else" }]);
    await expect(model().generate(request)).rejects.toMatchObject({ name: "ProviderError" });
  });

  const say = (content: string) => requestOf([{ role: "user", content }]);

  test("a long answer is told as it comes", async () => {
    const texts: string[] = [];
    const reply = await model().generate({
      ...say("At length"),
      onProgress: (progress) => {
        if (progress.type === "text-delta") texts.push(progress.text);
      },
    });
    expect(reply.message.content).toBe(long);
    expect(texts.length).toBeGreaterThan(5);
    expect(texts.join("")).toBe(long);
  });

  test("a rate limit says how long to wait", async () => {
    await expect(model().generate(say("Too often"))).rejects.toMatchObject({
      errorClass: "rate-limit",
      status: 429,
      retryAfterMs: 1000,
    });
  });

  test.each([
    ["Drop", { errorClass: "server", status: 500 }],
    ["Garble", { errorClass: "protocol" }],
    ["Hang up", { errorClass: "connection" }],
    ["Cut off", { errorClass: "connection" }],
  ])("%s: a fault is an error of its class", async (content, error) => {
    await expect(model().generate(say(content))).rejects.toMatchObject(error);
  });

  test("latency is waited for, but not beyond the deadline", async () => {
    expect((await model().generate(say("Slowly"))).message.content).toBe("yes");
    const hasty = model({ firstByteTimeoutMs: 50 });
    await expect(hasty.generate(say("Slowly"))).rejects.toMatchObject({ errorClass: "timeout" });
  });
});
