import { brotliCompressSync, deflateSync, gzipSync } from "node:zlib";
import type { FaultStep } from "@rollouts/testing";
import { describe, expect, test } from "vitest";
import { requestOf, user } from "../requests.test-helper.ts";
import {
  apiKey,
  apis,
  begun,
  callsWith,
  clients,
  delta,
  events,
  jsonHead,
  output,
  useFaultServers,
  whole,
} from "./wire.test-helper.ts";

const serve = useFaultServers();

describe.each(clients)("with %s", (_name, make) => {
  const { call, failWith } = callsWith(make, serve);

  test("an empty finish reason is none: a stream that ends after it is interrupted", async () => {
    const body = events(delta({ content: "par" }, ""));
    const { error } = await failWith([{ head: {} }, { body }, "end"]);
    expect(error).toMatchObject({ errorClass: "connection", retryable: true });
    expect(error.message).toMatch(/^interrupted: .* ended before it was whole\.$/);
  });

  test("an empty finish reason in every chunk does not begin the wait for the end", async () => {
    const words = ["a", "b", "c"].map((content) => delta({ content }, ""));
    const script: FaultStep[] = [{ head: {} }];
    for (const word of words) script.push({ body: events(word) });
    const { reply } = await call([...script, { body: events(delta({}, "stop"), "[DONE]") }, "end"]);
    expect(await reply).toMatchObject({ message: { content: "abc" }, finishReason: "stop" });
  });

  const finished = events(delta({ content: "42" }), delta({}, "stop"));
  test.each<[string, "chat" | "responses", FaultStep[]]>([
    ["a finish reason", "chat", [{ body: finished }, "stall"]],
    [
      "a finish reason, with comments after it",
      "chat",
      [{ body: finished }, { drip: ": hm\n\n", everyMs: 5 }],
    ],
    ["[DONE]", "chat", [{ body: whole.chat }, "stall"]],
    ["response.completed", "responses", [{ body: whole.responses }, "stall"]],
  ])(
    "the idle deadline takes nothing from a reply that is whole by %s",
    async (_by, api, steps) => {
      const settings = { idleTimeoutMs: 100 };
      const { reply, server } = await call([{ head: {} }, ...steps], { api, settings });
      expect((await reply).message.content).toBe("42");
      await server.hungUp();
    },
  );

  test.each(["steered", "max_messages", "a_reason_of_tomorrow"])(
    "a response that is incomplete because of %s is interrupted, not an answer",
    async (reason) => {
      const response = { status: "incomplete", incomplete_details: { reason }, output };
      const streamed = events({ type: "response.incomplete", response });
      const scripts: FaultStep[][] = [
        [{ head: {} }, { body: streamed }, "end"],
        [jsonHead(), { body: JSON.stringify(response) }, "end"],
      ];
      for (const script of scripts) {
        const { error } = await failWith(script, { api: "responses" });
        expect(error).toMatchObject({ errorClass: "connection", retryable: true });
        expect(error.message).toMatch(
          new RegExp(`^interrupted: .* was given up by the server \\(${reason}\\)\\.$`),
        );
      }
    },
  );

  test("a reply that a server aborted is interrupted, streamed and not", async () => {
    const choice = { message: { content: "par" }, finish_reason: "abort" };
    const scripts: FaultStep[][] = [
      [{ head: {} }, { body: begun.chat + events(delta({}, "abort"), "[DONE]") }, "end"],
      [jsonHead(), { body: JSON.stringify({ choices: [choice] }) }, "end"],
    ];
    for (const script of scripts) {
      const { error } = await failWith(script);
      expect(error).toMatchObject({ errorClass: "connection", retryable: true });
      expect(error.message).toMatch(/^interrupted: .* was given up by the server \(abort\)\.$/);
    }
  });

  test.each<[string, "chat" | "responses", unknown]>([
    ["pings", "responses", { type: "ping" }],
    ["events that nobody knows", "responses", { type: "response.musing" }],
    ["chunks of usage", "chat", { choices: [], usage: { prompt_tokens: 1 } }],
  ])("%s alone are a sign of life, but no progress", async (_what, api, event) => {
    const script: FaultStep[] = [{ head: {} }, { drip: events(event), everyMs: 5 }];
    const { error, seen } = await failWith(script, { api, settings: { idleTimeoutMs: 60 } });
    expect(error.errorClass).toBe("timeout");
    expect(new Set(seen)).toEqual(new Set(["alive"]));
  });

  test.each(apis)(
    "%s: calls of one id, or without, are told apart, and go back so",
    async (api) => {
      const script: FaultStep[] = [jsonHead(), { body: JSON.stringify(calling[api]) }, "end"];
      const { reply, server } = await call(script, { api });
      const { message, finishReason, warnings } = await reply;
      expect(finishReason).toBe("tool-calls");
      expect(message.toolCalls?.map(({ id, rawArguments }) => [id, rawArguments])).toEqual([
        ["c1", '{"a":1}'],
        ["call_0_1", "[2]"],
        ["call_0_2", ""],
      ]);
      expect(warnings).toEqual(["openai gave 2 of 3 tool calls no id of its own; ids were made."]);
      const results = ["c1", "call_0_1", "call_0_2"].map(
        (toolCallId) => ({ role: "tool", toolCallId, content: "ok" }) as const,
      );
      const model = make({ baseURL: server.baseURL, api })("m");
      await model.generate(requestOf([user, message, ...results]));
      const sent = server.requests.at(-1)?.body ?? "";
      const key = api === "chat" ? "id" : "call_id";
      for (const id of ["c1", "call_0_1", "call_0_2"]) expect(sent).toContain(`"${key}":"${id}"`);
      expect(sent).toContain(`"arguments":"{\\"a\\":1}"`);
    },
  );

  test("a key that a server repeats does not stay in the evidence", async () => {
    const body = {
      ...{ id: `id ${apiKey}`, model: `${apiKey}-m`, system_fingerprint: apiKey },
      ...{ choices: [{ message: { content: "42" }, finish_reason: "stop" }] },
    };
    const headers = { "x-request-id": `req_${apiKey}` };
    const { reply } = await call([jsonHead(200, headers), { body: JSON.stringify(body) }, "end"]);
    expect((await reply).served).toEqual({
      model: "[secret]-m",
      responseId: "id [secret]",
      requestId: "req_[secret]",
      systemFingerprint: "[secret]",
    });
  });

  const codings = [
    ["gzip", gzipSync],
    ["deflate", deflateSync],
    ["br", brotliCompressSync],
  ] as const;
  test.each(codings)("an answer that comes in %s, unasked, is read", async (coding, encode) => {
    for (const api of apis) {
      const head = { headers: { "content-type": "text/event-stream", "content-encoding": coding } };
      const script: FaultStep[] = [{ head }, { body: encode(whole[api]) }, "end"];
      const { reply } = await call(script, { api });
      expect((await reply).message.content).toBe("42");
      const error = JSON.stringify({ error: { message: "Pay.", code: "insufficient_quota" } });
      const failing = [jsonHead(429, { "content-encoding": coding }), { body: encode(error) }];
      const failed = await failWith([...failing, "end"], { api });
      expect(failed.error).toMatchObject({ errorClass: "quota-exhausted", status: 429 });
    }
  });

  test("an answer in gzip that breaks is interrupted, and one that stalls a timeout", async () => {
    const head = { headers: { "content-type": "text/event-stream", "content-encoding": "gzip" } };
    const half = gzipSync(whole.chat).subarray(0, 40);
    for (const word of ["reset", "close"] as const) {
      const { error } = await failWith([{ head }, { body: half }, word]);
      expect(error).toMatchObject({ errorClass: "connection", retryable: true });
    }
    const script: FaultStep[] = [{ head }, { body: half }, "stall"];
    const { error, server } = await failWith(script, { settings: { idleTimeoutMs: 60 } });
    expect(error.errorClass).toBe("timeout");
    await server.hungUp();
  });
});

const odd = [
  { id: "c1", name: "add", arguments: { a: 1 } },
  { id: "c1", name: "add", arguments: [2] },
  { name: "now" },
];
/** Replies with the same calls, as servers get them wrong. */
const calling = {
  chat: {
    choices: [
      {
        message: {
          content: null,
          tool_calls: odd.map(({ id, ...call }) => ({ id, function: call })),
        },
        finish_reason: "stop",
      },
    ],
  },
  responses: {
    status: "completed",
    output: odd.map(({ id, ...call }) => ({ type: "function_call", call_id: id, ...call })),
  },
};
