import type { FaultStep } from "@rollouts/testing";
import { describe, expect, test } from "vitest";
import type { OpenAIApi } from "../openai-client.ts";
import {
  apiKey,
  apis,
  begun,
  callsWith,
  clients,
  events,
  jsonHead,
  useFaultServers,
} from "./wire.test-helper.ts";

const serve = useFaultServers();

function told(error: unknown, retryAfter?: string): FaultStep[] {
  const headers = retryAfter === undefined ? undefined : { "retry-after": retryAfter };
  return [jsonHead(200, headers), { body: JSON.stringify({ error }) }, "end"];
}

describe.each(clients)("with %s", (_name, make) => {
  const { failWith } = callsWith(make, serve);

  test.each(["reset", "close"] as const)(
    "a failure keeps its status and its wait when its body breaks off by %s",
    async (word) => {
      const unauthorized = await failWith([jsonHead(401), { body: "{" }, word]);
      expect(unauthorized.error).toMatchObject({
        errorClass: "authentication",
        status: 401,
        retryable: false,
      });
      expect(unauthorized.server.requests).toHaveLength(1);
      const limited = await failWith([jsonHead(429, { "retry-after": "5" }), { body: "{" }, word]);
      expect(limited.error).toMatchObject({
        errorClass: "rate-limit",
        status: 429,
        retryAfterMs: 5000,
      });
    },
  );

  test.each(apis)("%s: a failure inside a success says how long to wait", async (api) => {
    const { error } = await failWith(told({ code: 429, message: "busy" }, "7"), { api });
    expect(error).toMatchObject({ errorClass: "rate-limit", retryAfterMs: 7000 });
  });

  test.each<[OpenAIApi, unknown]>([
    ["chat", { error: { code: "rate_limit_exceeded", message: "m" } }],
    [
      "responses",
      {
        type: "response.failed",
        response: { status: "failed", error: { code: "rate_limit_exceeded", message: "m" } },
      },
    ],
  ])("%s: so does a failure inside a stream", async (api, event) => {
    const head = { headers: { "content-type": "text/event-stream", "retry-after": "7" } };
    const { error } = await failWith([{ head }, { body: events(event) }, "end"], { api });
    expect(error).toMatchObject({ errorClass: "rate-limit", retryAfterMs: 7000 });
  });

  const quota = { code: "insufficient_quota", message: "Pay." };
  describe.each(apis)("%s", (api) => {
    test.each<[string, string]>([
      ["an error without a type", events({ error: quota })],
      ["an error in a list", events([{ error: quota }])],
      ["an error that is the event", events({ object: "error", ...quota })],
      [
        "an error with a type of its own in an event of that name",
        `event: error\ndata: ${JSON.stringify({ type: "billing", ...quota })}\n\n`,
      ],
    ])("%s, within the stream or at its start, is an error of its class", async (_what, body) => {
      for (const start of ["", begun[api]]) {
        const { error } = await failWith([{ head: {} }, { body: start + body }, "end"], { api });
        expect(error).toMatchObject({ errorClass: "quota-exhausted", retryable: false });
        expect(error.message).toBe("openai answered with an error (insufficient_quota): Pay.");
      }
    });

    test.each(["null", "5", '""', "{}", '"busy"'])(
      "an event that is named an error is one, also with the data %s",
      async (data) => {
        const body = `${begun[api]}event: error\ndata: ${data}\n\n`;
        const { error } = await failWith([{ head: {} }, { body }, "end"], { api });
        expect(error.errorClass).toBe("server");
      },
    );

    test("an error inside a success is one, whatever its form", async () => {
      const bodies = [{ error: "Unexpected endpoint" }, [{ error: { message: "no code" } }]];
      for (const body of bodies) {
        const script: FaultStep[] = [jsonHead(), { body: JSON.stringify(body) }, "end"];
        const { error } = await failWith(script, { api });
        expect(error).toMatchObject({ errorClass: "server", retryable: true });
        expect(error.message).toMatch(/^openai answered with an error: (Unexpected|no code)/);
      }
    });

    test.each([
      [{ code: "invalid_json_schema", param: "text.format.schema" }, "unsupported-setting"],
      [{ code: "invalid_function_parameters", param: "tools[0]" }, "unsupported-setting"],
      [{ code: null, param: "response_format" }, "unsupported-setting"],
      [{ code: null, param: "model" }, "model-not-found"],
    ])(
      "what every attempt asks for alike, and is refused, is fatal: %j",
      async (members, errorClass) => {
        const error = { message: "No.", type: "invalid_request_error", ...members };
        const body = JSON.stringify({ error });
        const refused = await failWith([jsonHead(400), { body }, "end"], { api });
        expect(refused.error).toMatchObject({ errorClass, status: 400, retryable: false });
        const streamed = await failWith([{ head: {} }, { body: events({ error }) }, "end"], {
          api,
        });
        expect(streamed.error).toMatchObject({ errorClass, retryable: false });
      },
    );
  });

  test("an error of a choice needs no finish reason", async () => {
    const event = { choices: [{ index: 0, delta: {}, error: quota, finish_reason: null }] };
    const { error } = await failWith([{ head: {} }, { body: begun.chat + events(event) }, "end"]);
    expect(error.errorClass).toBe("quota-exhausted");
  });

  test("a key in what a server says of a failure is not shown, also when it is long", async () => {
    const page = `${"x".repeat(505)}${apiKey}`;
    const { error } = await failWith([{ head: { headers: {} } }, { body: page }, "end"]);
    expect(error.message).toMatch(/x\[secret…$/);
  });
});

describe.each(clients.slice(0, 1))("with %s", (_name, make) => {
  const { failWith } = callsWith(make, serve);

  test.each<[string, FaultStep[]]>([
    ["stalls", [{ body: '{"error":' }, "stall"]],
    ["never ends", [{ drip: " ", everyMs: 5 }]],
  ])("a failure keeps its status and its wait when its body %s", async (_how, steps) => {
    const settings = { firstByteTimeoutMs: 1000, idleTimeoutMs: 50 };
    const head = jsonHead(429, { "retry-after": "5" });
    const { error, server } = await failWith([head, ...steps], { settings });
    expect(error).toMatchObject({ errorClass: "rate-limit", status: 429, retryAfterMs: 5000 });
    await server.hungUp();
  });

  test("of a failure without an end, enough is read", async () => {
    const piece = "x".repeat(10_000);
    const { error, server } = await failWith([jsonHead(500), { drip: piece, everyMs: 1 }]);
    expect(error).toMatchObject({ errorClass: "server", status: 500 });
    await server.hungUp();
  });
});

describe.each(clients.slice(1))("with %s, which reads failures itself", (_name, make) => {
  const { failWith } = callsWith(make, serve);

  test("a failure whose body stalls is a timeout", async () => {
    const script: FaultStep[] = [jsonHead(429), { body: "{" }, "stall"];
    const { error } = await failWith(script, { settings: { firstByteTimeoutMs: 200 } });
    expect(error).toMatchObject({ errorClass: "timeout", retryable: true });
  });
});
