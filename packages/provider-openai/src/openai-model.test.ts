import { getEventListeners, once } from "node:events";
import type { ServerResponse } from "node:http";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";
import { ProviderError } from "@rollouts/core";
import { OpenAI } from "openai";
import { OpenAI as OpenAI7 } from "openai-7";
import { afterEach, describe, expect, test, vi } from "vitest";
import { createOpenAI } from "./create-openai.ts";
import { json, type Loopback, type Respond, startLoopback } from "./loopback.test-helper.ts";
import type { OpenAIApi } from "./openai-client.ts";
import { createModel } from "./openai-model.ts";
import { defineModel, requestOf, user } from "./requests.test-helper.ts";

const apiKey = "sk-very-secret-key";
const prompt = "a prompt that is nobody's business";
const request = requestOf([{ role: "user", content: prompt }]);

const answers = {
  responses: {
    status: "completed",
    output: [{ type: "message", content: [{ type: "output_text", text: "42" }] }],
  },
  chat: { choices: [{ message: { content: "42" }, finish_reason: "stop" }] },
};

let server: Loopback | undefined;
async function serve(respond: Respond): Promise<Loopback> {
  server = await startLoopback(respond);
  return server;
}
afterEach(async () => {
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
  await server?.close();
  server = undefined;
});

/** The error that a call to `respond` rejects with. */
async function failWith(respond: Respond, make: Make, api: OpenAIApi = "responses") {
  const { url } = await serve(respond);
  const error: unknown = await make(
    url,
    api,
  )("gpt-5.5")
    .generate(request)
    .catch((thrown) => thrown);
  expect(error).toBeInstanceOf(ProviderError);
  return error as ProviderError;
}

type Make = (baseURL: string, api?: OpenAIApi) => ReturnType<typeof createOpenAI>;
const clients: [string, Make][] = [
  ["its own client", (baseURL, api) => createOpenAI({ apiKey, baseURL, api })],
  [
    "a client of openai 6 that would retry",
    (baseURL, api) => createOpenAI({ client: new OpenAI({ apiKey, baseURL, maxRetries: 5 }), api }),
  ],
  [
    "a client of openai 7 that would retry",
    (baseURL, api) =>
      createOpenAI({ client: new OpenAI7({ apiKey, baseURL, maxRetries: 5 }), api }),
  ],
];

describe.each(clients)("with %s", (_name, make) => {
  test.each([
    ["responses", "/v1/responses"],
    ["chat", "/v1/chat/completions"],
  ] as const)("%s: one POST to %s, with the key in the header alone", async (api, path) => {
    const { url, received } = await serve(
      json(answers[api], { headers: { "x-request-id": "req_1" } }),
    );
    const reply = await make(url, api)("gpt-5.5").generate(request);
    expect(reply.message.content).toBe("42");
    expect(reply.served).toEqual({ requestId: "req_1" });
    expect(received).toHaveLength(1);
    expect(received[0]?.path).toBe(path);
    expect(received[0]?.headers.authorization).toBe(`Bearer ${apiKey}`);
    expect(JSON.stringify(received[0]?.body)).not.toContain(apiKey);
  });

  test.each(["responses", "chat"] as const)(
    "%s: five attempts are five requests with equal bodies, none of which tells the attempt",
    async (api) => {
      const { url, received } = await serve(json(answers[api]));
      const model = make(url, api)("gpt-5.5");
      for (let attemptIndex = 0; attemptIndex < 5; attemptIndex++) {
        const attempt = { taskId: "task-a", attemptIndex, turn: 0, seed: 1000 + attemptIndex };
        await model.generate({ ...request, attempt });
      }
      expect(received).toHaveLength(5);
      const bodies = new Set(received.map(({ body }) => JSON.stringify(body)));
      expect([...bodies]).toHaveLength(1);
      expect([...bodies][0]).not.toMatch(/task-a|attempt|100\d/);
    },
  );

  test("a wrong key is an error that says what to do, and shows neither key nor prompt", async () => {
    const message = `Incorrect API key provided: ${apiKey}. You sent: \u001b[31m${prompt.slice(0, 3)}`;
    const body = {
      error: { message, type: "invalid_request_error", param: null, code: "invalid_api_key" },
    };
    const headers = { "x-request-id": `req_1 ${apiKey}` };
    const error = await failWith(json(body, { status: 401, headers }), make);
    expect(error).toMatchObject({
      errorClass: "authentication",
      provider: "openai",
      status: 401,
      requestId: "req_1 [secret]",
      retryable: false,
      message:
        "openai answered with HTTP 401 (invalid_api_key): Incorrect API key provided: [secret]. You sent: \\u001b[31ma p. Check the API key (OPENAI_API_KEY, or createOpenAI({ apiKey })) and what it may use.",
    });
    for (const shown of [JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })]) {
      expect(shown).not.toContain(apiKey);
      expect(shown).not.toContain(prompt);
    }
  });

  test("the query of an address is secret, in whatever form the server repeats it", async () => {
    const query = "?key=query%2Fsecret%201&api-version=2026-11-01&bare-secret-2";
    const said = ["query/secret 1", "query%2Fsecret%201", "bare-secret-2"].join(" and ");
    const { url } = await serve(json({ error: { message: said } }, { status: 400 }));
    const reply = make(`${url}${query}`, "chat")("m").generate(request);
    const error = await reply.catch((thrown: unknown) => thrown as ProviderError);
    expect(error.message).toContain(": [secret] and [secret] and [secret].");
    expect(inspect(error, { depth: 20, showHidden: true })).not.toMatch(/query\W|bare-secret/);
  });

  test("an unknown model names the model and the address", async () => {
    const body = { error: { message: "No such model.", param: null, code: "model_not_found" } };
    const error = await failWith(json(body, { status: 404 }), make);
    expect(error.errorClass).toBe("model-not-found");
    expect(error.message).toMatch(
      /: No such model\. Check the model id "gpt-5\.5" and the address http:\/\/127\.0\.0\.1:\d+\/v1\.$/,
    );
  });

  test("a rate limit says how long to wait", async () => {
    const body = { error: { message: "Slow.", code: "rate_limit_exceeded" } };
    const limited = { status: 429, headers: { "retry-after": "3600" } };
    expect(await failWith(json(body, limited), make)).toMatchObject({
      errorClass: "rate-limit",
      status: 429,
      retryAfterMs: 3_600_000,
      retryable: true,
    });
    expect(server?.received).toHaveLength(1);
  });

  test("a used-up quota is not a rate limit, though its status is the same", async () => {
    const body = {
      error: { message: "Pay.", type: "insufficient_quota", code: "insufficient_quota" },
    };
    const error = await failWith(json(body, { status: 429 }), make);
    expect(error).toMatchObject({ errorClass: "quota-exhausted", retryable: false });
    expect(server?.received).toHaveLength(1);
  });

  test("a setting that the model does not take is not about the one request", async () => {
    const body = {
      error: {
        message: "Not with this model.",
        type: "invalid_request_error",
        param: "temperature",
        code: null,
      },
    };
    const error = await failWith(json(body, { status: 400 }), make);
    expect(error.errorClass).toBe("unsupported-setting");
  });

  test.each([
    [500, "server"],
    [503, "overloaded"],
    [529, "overloaded"],
    [408, "timeout"],
  ])("HTTP %i is an error of the class %s, and is not tried again", async (status, errorClass) => {
    const page = "<html>\r\n<title>Bad gateway</title>".padEnd(5000, "x");
    const error = await failWith((response) => response.writeHead(status).end(page), make);
    expect(error).toMatchObject({ errorClass, status, retryable: true });
    const start = `openai answered with HTTP ${status}: <html>\\r\\n<title>Bad gateway</title>xxx`;
    expect(error.message.slice(0, start.length)).toBe(start);
    expect(error.message.length).toBeLessThan(400);
    expect(server?.received).toHaveLength(1);
  });

  test("a redirect is not followed", async () => {
    const respond: Respond = (response, { path }) =>
      path === "/elsewhere"
        ? json(answers.responses)(response, { path, headers: {}, body: {} })
        : response.writeHead(302, { location: "/elsewhere" }).end();
    const error = await failWith(respond, make);
    expect(error).toMatchObject({ errorClass: "invalid-request", status: 302 });
    expect(error.message).toContain("Redirects are not followed");
    expect(server?.received).toHaveLength(1);
  });

  test.each<[string, Respond, RegExp]>([
    [
      "before the answer",
      (response) => response.destroy(),
      /^No whole answer came from openai at \S+ \((ECONNRESET|UND_ERR_SOCKET)\)\.$/,
    ],
    [
      "within the answer",
      resetWithin,
      /^interrupted: the answer of openai at \S+ broke off \((ECONNRESET|UND_ERR_SOCKET)\)\.$/,
    ],
  ])("a connection that breaks %s is a connection error", async (_when, respond, message) => {
    const error = await failWith(respond, make);
    expect(error).toMatchObject({ errorClass: "connection", retryable: true });
    expect(error.message).toMatch(message);
    expect(server?.received).toHaveLength(1);
  });

  test("a server that is not there is a connection error", async () => {
    const { url, close } = await startLoopback(() => {});
    await close();
    const call = make(url)("gpt-5.5").generate(request);
    await expect(call).rejects.toMatchObject({
      errorClass: "connection",
      message: `No whole answer came from openai at ${url} (ECONNREFUSED).`,
    });
  });

  test.each<[string, string, string]>([
    ["7: a page", "text/html", "<html>\n\u001b[2J"],
    ["nothing", "application/json", ""],
    ["half an answer", "application/json", '{"status":"comp'],
  ])("%s with a success status is not an answer", async (_what, type, body) => {
    const headers = { "content-type": type, "x-request-id": "req_1" };
    const error = await failWith((response) => response.writeHead(200, headers).end(body), make);
    expect(error).toMatchObject({ errorClass: "protocol", status: 200, requestId: "req_1" });
    const shown = body.replace("\n\u001b", "\\n\\u001b");
    expect(error.message).toContain(
      `HTTP 200 with ${type}, which is neither an event stream nor JSON: ${shown}`,
    );
  });

  test("an answer is read whatever its content type says", async () => {
    const { url } = await serve((response) => response.end(JSON.stringify(answers.responses)));
    expect((await make(url)("gpt-5.5").generate(request)).message.content).toBe("42");
  });

  test("6: an error with a success status is an error", async () => {
    const body = { error: { message: "upstream", code: 502 } };
    expect((await failWith(json(body), make, "chat")).errorClass).toBe("server");
  });

  test("content that a filter declines with an HTTP error is a refusal, which counts", async () => {
    const body = { error: { message: "Filtered.", code: "content_filter" } };
    const { url } = await serve(json(body, { status: 400 }));
    const reply = await make(url)("gpt-5.5").generate(request);
    expect(reply).toMatchObject({
      finishReason: "content-filter",
      message: { refusal: "Filtered." },
    });
  });

  test("content that a gateway moderates is a refusal, though its status is that of a wrong key", async () => {
    const metadata = { reasons: ["violence"], flagged_input: "x" };
    const body = { error: { code: 403, message: "Flagged.", metadata } };
    const { url } = await serve(json(body, { status: 403 }));
    const reply = await make(url)("gpt-5.5").generate(request);
    expect(reply).toMatchObject({
      finishReason: "content-filter",
      message: { refusal: "Flagged." },
    });
  });

  test("an abort before the call sends nothing", async () => {
    const { url, received } = await serve(json(answers.responses));
    const call = make(url)("gpt-5.5").generate({ ...request, signal: AbortSignal.abort("enough") });
    await expect(call).rejects.toBe("enough");
    expect(received).toHaveLength(0);
  });

  test.each<[string, (response: ServerResponse) => void]>([
    ["before the answer", () => {}],
    ["within the answer", (response) => response.writeHead(200).write('{"status":')],
  ])(
    "X6: an abort %s rejects with its reason, closes the connection, leaves no listener",
    async (_when, begin) => {
      const controller = new AbortController();
      const reason = { why: "attempt timed out" };
      let closed: Promise<unknown> | undefined;
      const { url } = await serve((response) => {
        begin(response);
        closed = once(response, "close");
        setImmediate(() => controller.abort(reason));
      });
      const call = make(url)("gpt-5.5").generate({ ...request, signal: controller.signal });
      await expect(call).rejects.toBe(reason);
      await closed;
      expect(getEventListeners(controller.signal, "abort")).toEqual([]);
    },
  );

  test("a signal that outlives many calls gathers no listeners", async () => {
    const { url } = await serve(json(answers.responses));
    const { signal } = new AbortController();
    const model = make(url)("gpt-5.5");
    for (let count = 0; count < 12; count++) await model.generate({ ...request, signal });
    expect(getEventListeners(signal, "abort")).toEqual([]);
  });
});

/** Sends the head and half of the body, and then a reset in place of the rest. */
const resetWithin: Respond = (response) => {
  response.writeHead(200, { "content-type": "application/json", "content-length": "1000" });
  response.write('{"status":', () => response.socket?.resetAndDestroy());
};

test("without a key, the first call says which variable to set; once found, it stays", async () => {
  const { url, received } = await serve(json(answers.responses));
  vi.stubEnv("OPENAI_API_KEY", " ");
  const model = createOpenAI({ baseURL: url })("gpt-5.5");
  await expect(model.generate(request)).rejects.toMatchObject({
    name: "ProviderError",
    errorClass: "authentication",
    retryable: false,
    message:
      "The environment variable OPENAI_API_KEY is not set. Set it to your API key, or pass createOpenAI({ apiKey }).",
  });
  expect(received).toHaveLength(0);
  vi.stubEnv("OPENAI_API_KEY", `${apiKey}\n`);
  await model.generate(request);
  vi.stubEnv("OPENAI_API_KEY", undefined);
  await model.generate(request);
  const keys = received.map(({ headers }) => headers.authorization);
  expect(keys).toEqual([`Bearer ${apiKey}`, `Bearer ${apiKey}`]);
});

test("a key that no header can carry is not shown", async () => {
  vi.stubEnv("OPENAI_API_KEY", "sk-very\nsecret");
  const call = createOpenAI()("gpt-5.5").generate(request);
  await expect(call).rejects.toThrow(/OPENAI_API_KEY holds characters that no header can carry/);
  await expect(call).rejects.not.toThrow(/secret/);
});

test("a client that cannot get its key is an error of the request, without the key", async () => {
  const client = new OpenAI({ apiKey: () => Promise.reject(new Error("no token today")) });
  const call = createOpenAI({ client })("gpt-5.5").generate(request);
  await expect(call).rejects.toMatchObject({
    errorClass: "invalid-request",
    message: expect.stringContaining(
      "The request to openai could not be made: Failed to get token",
    ),
  });
});

test("a key that the client fetches is kept out of messages as well", async () => {
  const error = { message: `Unknown key ${apiKey}`, code: "invalid_api_key" };
  const { url } = await serve(json({ error }, { status: 401 }));
  const client = new OpenAI({ apiKey: async () => apiKey, baseURL: url });
  const call = createOpenAI({ client })("gpt-5.5").generate(request);
  await expect(call).rejects.toThrow("Unknown key [secret]. Check the API key");
});

test("what an HTTP client throws, with the request in it, stays out of the error", async () => {
  const fetch: typeof globalThis.fetch = async (_url, init) => {
    throw Object.assign(new Error(`not sent: ${init?.body}`), { config: init });
  };
  const client = new OpenAI({ apiKey, fetch });
  const call = createOpenAI({ client })("gpt-5.5").generate(request);
  const error: unknown = await call.catch((thrown: unknown) => thrown);
  expect(error).toMatchObject({
    errorClass: "connection",
    message: "No whole answer came from openai at https://api.openai.com/v1 (APIConnectionError).",
  });
  for (const shown of [JSON.stringify(error), inspect(error, { depth: 20, showHidden: true })]) {
    expect(shown).not.toContain(apiKey);
    expect(shown).not.toContain(prompt);
  }
});

test("of the environment, nothing but the key reaches the server, and nothing is logged", async () => {
  const wrong = {
    OPENAI_BASE_URL: "http://127.0.0.1:1/v1",
    OPENAI_ORG_ID: "org-x",
    OPENAI_PROJECT_ID: "proj-x",
    OPENAI_ADMIN_KEY: "sk-admin-x",
    OPENAI_CUSTOM_HEADERS: "X-Odd: 1\nAuthorization: Bearer other\nUser-Agent: other",
    OPENAI_LOG: "debug",
    OPENAI_API_KEY: "sk-of-the-environment",
  };
  for (const [name, value] of Object.entries(wrong)) vi.stubEnv(name, value);
  const methods = ["debug", "info", "log", "warn", "error"] as const;
  const spies = methods.map((method) => vi.spyOn(console, method));
  const { url, received } = await serve(json(answers.responses));
  await createOpenAI({ baseURL: url })("gpt-5.5").generate(requestOf([user]));
  const {
    host: _host,
    "content-length": _length,
    connection: _connection,
    ...headers
  } = received[0]?.headers ?? {};
  expect(headers).toEqual({
    accept: "text/event-stream, application/json",
    "content-type": "application/json",
    "user-agent": "rollouts-provider-openai",
    authorization: "Bearer sk-of-the-environment",
  });
  expect(spies.flatMap((spy) => spy.mock.calls)).toEqual([]);
});

test("a local server gets no key that it was not meant to have", async () => {
  vi.stubEnv("OPENAI_API_KEY", apiKey);
  const { url, received } = await serve(json(answers.chat));
  await createOpenAI({ profile: "vllm", baseURL: url })("m").generate(request);
  await createOpenAI({ profile: "vllm", baseURL: url, apiKey: "local" })("m").generate(request);
  expect(received.map(({ headers }) => headers.authorization)).toEqual([undefined, "Bearer local"]);
});

test("the seed of the attempt is sent when the policy says so", async () => {
  const { url, received } = await serve(json(answers.chat));
  const model = createOpenAI({ apiKey, baseURL: url, api: "chat" })("m", { seed: "per-attempt" });
  const attempt = { taskId: "t", attemptIndex: 1, turn: 2, seed: 77 };
  await model.generate({ ...request, attempt });
  expect(received[0]?.body.seed).toBe(77);
});

test.each([
  ["/v1", "/v1/responses"],
  ["/v1/", "/v1/responses"],
  ["/v1//", "/v1/responses"],
  ["/a b/ü", "/a%20b/%C3%BC/responses"],
  ["/v1?api-version=2&x=a%20b", "/v1/responses?api-version=2&x=a%20b"],
  ["/v1#part", "/v1/responses"],
])("the address %s is called at %s, as the identity says", async (path, called) => {
  const { url, received } = await serve(json(answers.responses));
  const model = createOpenAI({ apiKey, baseURL: new URL("/", url).origin + path })("m");
  await model.generate(requestOf([user]));
  expect(received[0]?.path).toBe(called);
  expect(model.identity().policy.baseURL).toBe(
    url.replace("/v1", called.replace(/\/responses.*/, "")),
  );
});

test.each([
  [{ error: { message: "too long" } }],
  [{ error: "too long" }],
  [{ object: "error", message: "too long", type: "BadRequestError", param: null, code: 400 }],
  [{ detail: "too long" }],
  [[{ error: { code: 400, message: "too long", status: "INVALID_ARGUMENT" } }]],
])("the words of a failure come through, whatever the server wraps them in: %j", async (body) => {
  const { url } = await serve(json(body, { status: 400 }));
  const call = createOpenAI({ apiKey, baseURL: url })("m").generate(requestOf([user]));
  await expect(call).rejects.toMatchObject({ errorClass: "invalid-request", status: 400 });
  await expect(call).rejects.toThrow(/^openai answered with HTTP 400( \(400\))?: too long\.$/);
});

test("a list of details is shown as it is", async () => {
  const { url } = await serve(
    json({ detail: [{ loc: ["body"], msg: "required" }] }, { status: 422 }),
  );
  const call = createOpenAI({ apiKey, baseURL: url })("m").generate(requestOf([user]));
  await expect(call).rejects.toThrow('HTTP 422: [{"loc":["body"],"msg":"required"}].');
});

test("many calls may share a signal: no leak, and no warning of one", async () => {
  const warnings: Error[] = [];
  const onWarning = (warning: Error) => warnings.push(warning);
  process.on("warning", onWarning);
  const { url, received } = await serve(json(answers.responses));
  const { signal } = new AbortController();
  const model = createOpenAI({ apiKey, baseURL: url })("m");
  const call = () => model.generate({ ...requestOf([user]), signal });
  await Promise.all(Array.from({ length: 200 }, call));
  await nextTurn(); // warnings come later
  process.off("warning", onWarning);
  expect(received).toHaveLength(200);
  expect(warnings).toEqual([]);
  expect(getEventListeners(signal, "abort")).toEqual([]);
});

test("what a server says about its limits is on the response", async () => {
  const headers = {
    "x-ratelimit-limit-requests": "500",
    "x-ratelimit-remaining-requests": "499",
    "x-ratelimit-reset-requests": "1m30.951s",
    "x-ratelimit-remaining-tokens": "0",
  };
  const { url } = await serve(json(answers.responses, { headers }));
  const reply = await createOpenAI({ apiKey, baseURL: url })("m").generate(request);
  expect(reply.rateLimits).toEqual({
    requests: { limit: 500, remaining: 499, resetMs: 90_951 },
    tokens: { remaining: 0 },
  });
});

const loose = {
  name: "answer",
  schema: { type: "object", properties: { note: { type: "string" } }, required: [] },
};

test("a schema that cannot be strict goes out without, and the reply says where and why", async () => {
  const { url, received } = await serve(json(answers.chat));
  const model = createOpenAI({ apiKey, baseURL: url, api: "chat" })("m");
  const reply = await model.generate({ ...request, output: loose });
  expect(reply.warnings).toEqual([
    'The output schema "answer" cannot be strict: "note" is optional: strict mode needs every property in required; one that may be missing can be nullable. It was sent without strict mode.',
  ]);
  expect(received[0]?.body.response_format).toMatchObject({ json_schema: { strict: false } });
});

test("with strict: true it is refused with place and reason, before anything is sent", async () => {
  const { url, received } = await serve(json(answers.chat));
  const model = createOpenAI({ apiKey, baseURL: url, api: "chat" })("m", { strict: true });
  const parameters = {
    type: "object",
    properties: { rows: { type: "array" } },
    required: ["rows"],
  };
  const call = model.generate({ ...request, tools: [{ name: "add", parameters }] });
  await expect(call).rejects.toMatchObject({
    errorClass: "unsupported-setting",
    retryable: false,
    message:
      'The parameters of the tool "add" cannot be strict at properties.rows: an array needs items. Change it, or set strict: "auto".',
  });
  expect(received).toHaveLength(0);
});

test("a server that ignores tool choices is not asked for one", async () => {
  const { url, received } = await serve(json(answers.chat));
  const model = createOpenAI({ profile: "ollama", baseURL: url })("m");
  const tools = [{ name: "add", parameters: { type: "object" } }];
  await expect(model.generate({ ...request, tools, toolChoice: "required" })).rejects.toMatchObject(
    {
      errorClass: "unsupported-setting",
      message: 'ollama ignores tool choices, so "required" cannot be had from it. Use "auto".',
    },
  );
  expect(received).toHaveLength(0);
  for (const toolChoice of ["auto", "none"] as const) {
    await model.generate({ ...request, tools, toolChoice });
    expect(received.at(-1)?.body).toHaveProperty("tools");
    expect(received.at(-1)?.body).not.toHaveProperty("tool_choice");
  }
  expect(received).toHaveLength(2);
});

test("Azure counts the seconds until a limit is full again", async () => {
  const headers = { "x-ratelimit-remaining-tokens": "0", "x-ratelimit-reset-tokens": "33" };
  const { url } = await serve(json({ error: { message: "Slow." } }, { status: 429, headers }));
  const model = createOpenAI({ profile: "azure", apiKey, baseURL: url })("m");
  await expect(model.generate(request)).rejects.toMatchObject({ retryAfterMs: 33_000 });
});

test("an abort counts while the client is still being loaded", async () => {
  const model = createModel(defineModel({}, { api: "chat" }), {
    baseURL: "https://models.example/v1",
    querySecrets: [],
    account: "team-a",
    client: () => new Promise(() => {}),
    close: async () => {},
  });
  const controller = new AbortController();
  const reply = model.generate({ ...request, signal: controller.signal });
  controller.abort("enough");
  await expect(reply).rejects.toBe("enough");
});

test("a server that may cut prompts is watched: too few input tokens for the text are a warning", async () => {
  const usage = { prompt_tokens: 4, completion_tokens: 1 };
  const { url } = await serve(json({ ...answers.chat, usage }));
  const model = createOpenAI({ profile: "ollama", baseURL: url })("m");
  expect((await model.generate(request)).warnings).toBeUndefined();
  const long = requestOf([{ role: "user", content: "x".repeat(49) }]);
  expect((await model.generate(long)).warnings).toEqual([
    "The server read 4 tokens of a prompt of 49 characters: it seems to have cut it. Raise the context length of the server.",
  ]);
});
