import type { FaultStep } from "@rollouts/testing";
import { describe, expect, test } from "vitest";
import type { OpenAIApi } from "../openai-client.ts";
import { requestOf, user } from "../requests.test-helper.ts";
import {
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

  test.each(apis)("%s: a stream is put together, and told while it comes", async (api) => {
    const { reply, seen, server } = await call([{ head: {} }, { body: whole[api] }, "end"], {
      api,
    });
    expect(await reply).toMatchObject({ message: { content: "42" }, finishReason: "stop" });
    expect(seen.filter((text) => text !== "alive")).toEqual(["4", "2"]);
    expect(JSON.parse(server.requests[0]?.body ?? "")).toMatchObject({ stream: true });
  });

  test("usage that comes after the last choice is read", async () => {
    const { reply } = await call([{ head: {} }, { body: whole.chat }, "end"]);
    expect(await reply).toMatchObject({
      usage: { inputTokens: 3, outputTokens: 2, totalTokens: 5 },
      served: { model: "m-1", responseId: "c1" },
    });
  });

  test.each(apis)("1: %s: a stream that ends before its last event is interrupted", async (api) => {
    const { error, seen } = await failWith([{ head: {} }, { body: begun[api] }, "end"], { api });
    expect(error).toMatchObject({ errorClass: "connection", retryable: true });
    expect(error.message).toMatch(
      /^interrupted: the answer of openai at \S+ ended before it was whole\.$/,
    );
    expect(seen).toEqual(["par"]);
  });

  test.each(apis)("%s: so is one that ends within an event", async (api) => {
    const body = begun[api].concat('data: {"id": "c1", "cho');
    const { error, seen } = await failWith([{ head: {} }, { body }, "end"], { api });
    expect(error.errorClass).toBe("connection");
    expect(error.message).toMatch(/^interrupted: .* ended before it was whole\.$/);
    expect(seen).toEqual(["par"]);
  });

  test.each([
    ["closed", "close"],
    ["reset", "reset"],
  ] as const)("a connection that is %s within the stream interrupts it", async (_how, word) => {
    const { error, seen } = await failWith([{ head: {} }, { body: begun.chat }, word]);
    expect(error).toMatchObject({ errorClass: "connection", retryable: true });
    expect(error.message).toMatch(/^interrupted: the answer of openai at \S+ broke off \(\w+\)\.$/);
    expect(seen).toEqual(["par"]);
  });

  test.each(apis)(
    "2, 3: %s: a connection that stays open after the end is closed by us",
    async (api) => {
      const { reply, server } = await call([{ head: {} }, { body: whole[api] }, "stall"], { api });
      const start = performance.now();
      expect((await reply).message.content).toBe("42");
      expect(performance.now() - start).toBeLessThan(2000);
      await server.hungUp();
    },
  );

  test.each(apis)("%s: what breaks after the end takes nothing from the reply", async (api) => {
    const { reply } = await call([{ head: {} }, { body: whole[api] }, "reset"], { api });
    expect((await reply).message.content).toBe("42");
  });

  test("a finish reason ends a reply without [DONE], with the usage that came, or after a wait without", async () => {
    const finished = events(delta({ content: "42" }), delta({}, "stop"));
    const ended = await call([{ head: {} }, { body: finished }, "end"]);
    expect((await ended.reply).message.content).toBe("42");
    const open = await call([{ head: {} }, { body: finished }, "stall"]);
    const reply = await open.reply;
    expect(reply.message.content).toBe("42");
    expect(reply).not.toHaveProperty("usage");
    await open.server.hungUp();
  });

  test("[DONE] ends a reply without a finish reason", async () => {
    const { reply } = await call([{ head: {} }, { body: begun.chat + events("[DONE]") }, "end"]);
    expect(await reply).toMatchObject({ message: { content: "par" }, finishReason: "other" });
  });

  test("no head within the first deadline is a timeout", async () => {
    const { error, server } = await failWith(["stall"], { settings: { firstByteTimeoutMs: 50 } });
    expect(error).toMatchObject({ errorClass: "timeout", retryable: true });
    expect(error.message).toMatch(/^No answer began for 50 ms \(firstByteTimeoutMs\) at http/);
    await server.hungUp();
  });

  test.each<[string, FaultStep[]]>([
    ["nothing after the head", [{ head: {} }, "stall"]],
    ["nothing after the first words", [{ head: {} }, { body: begun.chat }, "stall"]],
    [
      "comments alone",
      [{ head: {} }, { body: begun.chat }, { drip: ": still here\n\n", everyMs: 5 }],
    ],
    [
      "empty deltas alone",
      [{ head: {} }, { body: begun.chat }, { drip: events(delta({ content: "" })), everyMs: 5 }],
    ],
    ["chunks without choices alone", [{ head: {} }, { drip: events({ choices: [] }), everyMs: 5 }]],
    ["empty data alone", [{ head: {} }, { drip: "data:\n\n", everyMs: 5 }]],
    ["5: nothing after half a JSON body", [jsonHead(), { body: '{"id":"c1",' }, "stall"]],
    ["blanks in a JSON body", [jsonHead(), { drip: " ", everyMs: 5 }]],
  ])("%s is a timeout", async (_what, script) => {
    const { error, server } = await failWith(script, { settings: { idleTimeoutMs: 60 } });
    expect(error).toMatchObject({ errorClass: "timeout", retryable: true });
    expect(error.message).toMatch(
      /^interrupted: the answer did not get on for 60 ms \(idleTimeoutMs\)/,
    );
    await server.hungUp();
  });

  test("Responses events that only say that it goes on are no progress", async () => {
    const alive = events(
      { type: "response.in_progress" },
      { type: "keepalive", sequence_number: 3 },
    );
    const script: FaultStep[] = [{ head: {} }, { drip: alive, everyMs: 5 }];
    const { error, seen } = await failWith(script, {
      api: "responses",
      settings: { idleTimeoutMs: 60 },
    });
    expect(error.errorClass).toBe("timeout");
    expect(new Set(seen)).toEqual(new Set(["alive"]));
  });

  test("a slow stream that gets on is no timeout", async () => {
    const { promise, tick } = ticks(4);
    const script: FaultStep[] = [{ head: {} }];
    for (const text of ["a", "b", "c", "d"])
      script.push({ until: promise() }, { body: events(delta({ content: text })) });
    script.push({ body: events("[DONE]") }, "end");
    const { reply, seen } = await call(script, { settings: { idleTimeoutMs: 2000 } });
    for (let count = 0; count < 4; count++) tick();
    expect((await reply).message.content).toBe("abcd");
    expect(seen.filter((text) => text.length === 1)).toEqual(["a", "b", "c", "d"]);
  });

  test.each<[string, string]>([
    ["malformed data", 'data: {"id":\n\n'],
    ["data that is no JSON", "data: hello\n\n"],
  ])("%s is a protocol error", async (_what, body) => {
    const { error } = await failWith([{ head: {} }, { body: begun.chat + body }, "end"]);
    expect(error).toMatchObject({ errorClass: "protocol", status: 200 });
    expect(error.message).toContain("an event of the stream is not JSON: ");
  });

  test("7: a page in place of a stream is a protocol error with its type and beginning", async () => {
    const page = `<html>\n\u001b[2J${"x".repeat(5000)}`;
    const script: FaultStep[] = [
      { head: { headers: { "content-type": "text/html" } } },
      { body: page },
      "end",
    ];
    const { error } = await failWith(script);
    expect(error.errorClass).toBe("protocol");
    expect(error.message).toContain(
      "HTTP 200 with text/html, which is neither an event stream nor JSON: <html>\\n\\u001b[2Jxxx",
    );
    // The first 512 characters of it.
    expect(error.message.endsWith(`[2J${"x".repeat(501)}…`)).toBe(true);
  });

  test.each(apis)("%s: a server that does not stream is read as well", async (api) => {
    const body = {
      responses: { status: "completed", output },
      chat: { choices: [{ message: { content: "42" }, finish_reason: "stop" }] },
    };
    const headers = { "content-type": "application/json; charset=utf-8" };
    const script: FaultStep[] = [{ head: { headers } }, { body: JSON.stringify(body[api]) }, "end"];
    const { reply } = await call(script, { api });
    expect((await reply).message.content).toBe("42");
  });

  test.each<[string, OpenAIApi, unknown, string]>([
    ["6: a chunk with an error", "chat", { error: { message: "upstream", code: 502 } }, "server"],
    [
      "6: a choice with an error",
      "chat",
      { choices: [{ delta: {}, finish_reason: "error", error: { code: 429 } }] },
      "rate-limit",
    ],
    ["a choice that ends in an error", "chat", delta({}, "error"), "server"],
    [
      "an error event",
      "responses",
      { type: "error", code: "server_error", message: "m", param: null },
      "server",
    ],
    [
      "an error event with its error inside",
      "responses",
      { type: "error", error: { code: "rate_limit_exceeded", message: "m" } },
      "rate-limit",
    ],
    [
      "a failed response",
      "responses",
      {
        type: "response.failed",
        response: { status: "failed", error: { code: "rate_limit_exceeded", message: "m" } },
      },
      "rate-limit",
    ],
  ])("%s within the stream is an error of its class", async (_what, api, event, errorClass) => {
    const { error } = await failWith(
      [{ head: {} }, { body: begun[api] + events(event) }, "stall"],
      { api },
    );
    expect(error.errorClass).toBe(errorClass);
  });

  test("an error event by name is an error", async () => {
    const body = 'event: error\ndata: {"message":"busy","code":"server_is_overloaded"}\n\n';
    for (const api of apis) {
      const { error } = await failWith([{ head: {} }, { body }, "end"], { api });
      expect(error.errorClass).toBe("overloaded");
    }
  });

  test("an incomplete response is cut, not finished", async () => {
    const response = {
      status: "incomplete",
      incomplete_details: { reason: "max_output_tokens" },
      output,
    };
    const body = events({ type: "response.incomplete", response });
    const { reply } = await call([{ head: {} }, { body }, "end"], { api: "responses" });
    expect((await reply).finishReason).toBe("length");
  });

  test("BOM, comments, CRLF, unknown fields and a missing last blank line are all in order", async () => {
    const lines = whole.chat
      .trimEnd()
      .replaceAll("\n\n", "\n\n: OPENROUTER PROCESSING\n\nid: 7\n\n");
    const body = `\uFEFF${lines.replaceAll("\n", "\r\n")}`;
    const { reply } = await call([{ head: {} }, { body }, "end"]);
    expect((await reply).message.content).toBe("42");
  });

  test("a character and a line end that are cut between pieces are put together", async () => {
    const bytes = Buffer.from(
      events(delta({ content: "Grüße, 世界 👋" }), "[DONE]").replaceAll("\n", "\r\n"),
    );
    const script: FaultStep[] = [{ head: {} }];
    for (const byte of bytes) script.push({ body: Uint8Array.of(byte) });
    const { reply } = await call([...script, "end"]);
    expect((await reply).message.content).toBe("Grüße, 世界 👋");
  });

  test("a line of 5 MB is read", async () => {
    const text = "0123456789".repeat(500_000);
    const response = {
      status: "completed",
      output: [{ type: "message", content: [{ type: "output_text", text }] }],
    };
    const body = events({ type: "response.completed", response });
    const { reply } = await call([{ head: {} }, { body }, "end"], { api: "responses" });
    expect((await reply).message.content).toBe(text);
  });

  test("a redirect is refused", async () => {
    const headers = { location: "/elsewhere", "content-length": "0" };
    const { error, server } = await failWith([{ head: { status: 302, headers } }, "end"]);
    expect(error).toMatchObject({ errorClass: "invalid-request", status: 302 });
    expect(server.requests).toHaveLength(1);
  });

  test("an abort in the middle rejects with its reason, and what came was told", async () => {
    const server = await serve([{ head: {} }, { body: begun.chat }, "stall"]);
    const controller = new AbortController();
    const seen: unknown[] = [];
    const reply = make({ baseURL: server.baseURL, api: "chat" })("m").generate({
      ...requestOf([user]),
      signal: controller.signal,
      onProgress: (progress) => {
        seen.push(progress);
        controller.abort("enough");
      },
    });
    await expect(reply).rejects.toBe("enough");
    expect(seen).toEqual([{ type: "text-delta", text: "par" }]);
    await server.hungUp();
  });

  test("15: fifty calls that are aborted leave no connection", async () => {
    const server = await serve([{ head: {} }, { body: begun.chat }, "stall"]);
    const controller = new AbortController();
    const model = make({ baseURL: server.baseURL, api: "chat" })("m");
    let begunCount = 0;
    const calls = Array.from({ length: 50 }, () =>
      model.generate({
        ...requestOf([user]),
        signal: controller.signal,
        onProgress: () => {
          begunCount += 1;
          if (begunCount === 50) controller.abort("enough");
        },
      }),
    );
    const outcomes = await Promise.allSettled(calls);
    expect(
      outcomes.every((outcome) => outcome.status === "rejected" && outcome.reason === "enough"),
    ).toBe(true);
    await server.hungUp();
  });
});

/** Promises that resolve one after another. */
function ticks(count: number) {
  const resolvers: (() => void)[] = [];
  const promises = Array.from(
    { length: count },
    () => new Promise<void>((resolve) => resolvers.push(resolve)),
  );
  let next = 0;
  return { promise: () => promises[next++] as Promise<void>, tick: () => resolvers.shift()?.() };
}
