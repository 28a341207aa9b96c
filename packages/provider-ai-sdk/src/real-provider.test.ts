import { createOpenAI as createOpenAI3 } from "@ai-sdk/openai";
import { createOpenAI as createOpenAI4 } from "@ai-sdk/openai-4";
import type { Message } from "@rollouts/core";
import {
  type FaultScript,
  type FaultServer,
  type MockOpenAI,
  type ScriptedReply,
  startFaultServer,
  startMockOpenAI,
} from "@rollouts/testing";
import { afterEach, describe, expect, test } from "vitest";
import { fromAiSdk } from "./from-ai-sdk.ts";
import { requestOf, user, watchedRequest, weatherTool } from "./requests.test-helper.ts";
import type { AiSdkSettings } from "./settings.ts";

const apiKey = "sk-test-0123456789";
const apis = ["responses", "chat"] as const;
type Api = (typeof apis)[number];

const providers = {
  "@ai-sdk/openai 3": (baseURL: string, api: Api) =>
    createOpenAI3({ apiKey, baseURL })[api]("gpt-4.1"),
  "@ai-sdk/openai 4": (baseURL: string, api: Api) =>
    createOpenAI4({ apiKey, baseURL })[api]("gpt-4.1"),
};
const names = Object.keys(providers) as (keyof typeof providers)[];

let server: MockOpenAI | FaultServer | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

describe.each(names.flatMap((name) => apis.map((api) => [name, api] as const)))(
  "%s, %s",
  (name, api) => {
    async function mockedModel(replies: readonly ScriptedReply[], settings: AiSdkSettings = {}) {
      const mock = await startMockOpenAI({ replies });
      server = mock;
      return { model: fromAiSdk(providers[name](mock.baseURL, api), settings), mock };
    }

    async function faultyModel(script: FaultScript, settings: AiSdkSettings = {}) {
      const faulty = await startFaultServer(script);
      server = faulty;
      return fromAiSdk(providers[name](faulty.baseURL, api), settings);
    }

    test.each([true, false])("a turn with a tool and its answer, stream: %s", async (stream) => {
      const toolCalls = [{ name: "get_weather", id: "call_a", arguments: { city: "Oslo" } }];
      // The provider's own default would have the server remember the conversation.
      const providerOptions = { openai: { store: false } };
      const settings = { stream, temperature: 0.5, maxOutputTokens: 100, providerOptions };
      const { model, mock } = await mockedModel([{ toolCalls }, "It is cold."], settings);
      const first = await model.generate(requestOf([user], { tools: [weatherTool] }));
      expect(first).toMatchObject({
        message: {
          content: null,
          toolCalls: [{ id: "call_a", name: "get_weather", rawArguments: '{"city":"Oslo"}' }],
        },
        finishReason: "tool-calls",
      });
      const conversation: readonly Message[] = [
        { role: "system", content: "Be brief." },
        user,
        first.message,
        { role: "tool", toolCallId: "call_a", content: "cold" },
      ];
      const second = await model.generate(requestOf(conversation, { tools: [weatherTool] }));
      expect(second.message.content).toBe("It is cold.");
      expect(second.finishReason).toBe("stop");
      expect(second.warnings).toBeUndefined();

      const sent = mock.requests.map(({ body }) => body);
      expect(sent[0]).toMatchObject({ model: "gpt-4.1", temperature: 0.5 });
      const turns = { responses: sent[1]?.input, chat: sent[1]?.messages }[api];
      expect(turns).toMatchObject(
        {
          responses: [
            { role: "system", content: "Be brief." },
            { role: "user", content: [{ type: "input_text", text: "Weather in Oslo?" }] },
            { type: "function_call", call_id: "call_a", arguments: '{"city":"Oslo"}' },
            { type: "function_call_output", call_id: "call_a", output: "cold" },
          ],
          chat: [
            { role: "system", content: "Be brief." },
            { role: "user", content: "Weather in Oslo?" },
            {
              role: "assistant",
              tool_calls: [
                { id: "call_a", function: { name: "get_weather", arguments: '{"city":"Oslo"}' } },
              ],
            },
            { role: "tool", tool_call_id: "call_a", content: "cold" },
          ],
        }[api],
      );
    });

    test("an answer in a schema is asked for", async () => {
      const { model, mock } = await mockedModel(['{"city":"Oslo"}']);
      const schema = { ...weatherTool.parameters, additionalProperties: false };
      const reply = await model.generate(requestOf([user], { output: { name: "place", schema } }));
      expect(reply.message.content).toBe('{"city":"Oslo"}');
      expect(mock.requests[0]?.body).toMatchObject(
        {
          responses: { text: { format: { type: "json_schema", name: "place", schema } } },
          chat: {
            response_format: { type: "json_schema", json_schema: { name: "place", schema } },
          },
        }[api],
      );
    });

    test("a setting that the provider would leave out fails the call", async () => {
      const { model } = await mockedModel(["x"], { topK: 40 });
      await expect(model.generate(requestOf())).rejects.toMatchObject({
        errorClass: "unsupported-setting",
        message: expect.stringContaining("ignores what it was asked for (unsupported: topK)"),
      });
    });

    const begun = {
      responses: [
        { type: "response.created", response: { id: "r", created_at: 0, model: "m" } },
        {
          type: "response.output_item.added",
          output_index: 0,
          item: { type: "message", id: "i" },
        },
        { type: "response.output_text.delta", item_id: "i", output_index: 0, delta: "par" },
      ],
      chat: [{ id: "c", model: "m", choices: [{ index: 0, delta: { content: "par" } }] }],
    }[api];
    const body = begun.map((event) => `data: ${JSON.stringify(event)}\n\n`).join("");

    test("1: a stream that ends too early was interrupted", async () => {
      const model = await faultyModel([{ head: {} }, { body }, "end"]);
      const { request, progresses } = watchedRequest();
      await expect(model.generate(request)).rejects.toMatchObject({
        errorClass: "connection",
        message: expect.stringMatching(/^interrupted: /),
      });
      expect(progresses).toContainEqual({ type: "text-delta", text: "par" });
    });

    test("so was one whose connection breaks", async () => {
      const model = await faultyModel([{ head: {} }, { body }, "reset"]);
      await expect(model.generate(requestOf())).rejects.toMatchObject({
        errorClass: "connection",
        message: expect.stringMatching(/^interrupted: .*broke off/),
      });
    });

    test("a stream that stalls is a timeout", async () => {
      const model = await faultyModel([{ head: {} }, { body }, "stall"], { idleTimeoutMs: 200 });
      await expect(model.generate(requestOf())).rejects.toMatchObject({
        errorClass: "timeout",
        message: expect.stringContaining("idleTimeoutMs"),
      });
    });

    test("5: so is a reply as a whole that stalls", async () => {
      const head = { headers: { "content-type": "application/json" } };
      const settings = { stream: false, firstByteTimeoutMs: 200 };
      const model = await faultyModel([{ head }, { body: '{"id":"c1",' }, "stall"], settings);
      await expect(model.generate(requestOf())).rejects.toMatchObject({ errorClass: "timeout" });
    });

    test("7: a page of a proxy is no answer", async () => {
      const head = { headers: { "content-type": "text/html" } };
      for (const stream of [true, false]) {
        const model = await faultyModel([{ head }, { body: "<html>" }, "end"], { stream });
        const error: unknown = await model.generate(requestOf()).catch((thrown) => thrown);
        expect(error).toMatchObject({ errorClass: stream ? "connection" : "protocol" });
        await server?.stop();
      }
    });
  },
);
