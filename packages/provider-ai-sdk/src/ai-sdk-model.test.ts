import { getEventListeners } from "node:events";
import { setImmediate as nextTurn } from "node:timers/promises";
import { inspect } from "node:util";
import { APICallError, UnsupportedFunctionalityError } from "@ai-sdk/provider";
import { ProviderError } from "@rollouts/core";
import { describe, expect, test } from "vitest";
import { fromAiSdk } from "./from-ai-sdk.ts";
import { type MockAnswer, mockModel, toFinish, type Version } from "./mock-model.test-helper.ts";
import { requestOf, user, watchedRequest } from "./requests.test-helper.ts";
import type { AiSdkSettings } from "./settings.ts";

type Piece = Readonly<Record<string, unknown>>;

const start: Piece = { type: "stream-start", warnings: [] };
const opening: readonly Piece[] = [
  start,
  { type: "text-start", id: "0" },
  { type: "text-delta", id: "0", delta: "par" },
];

function modelOf(answer: MockAnswer, settings: AiSdkSettings = {}, version: Version = "v3") {
  return fromAiSdk(mockModel(version, answer), settings);
}

/** The error that a call rejects with. */
async function failureOf(answer: MockAnswer, settings: AiSdkSettings = {}, version?: Version) {
  const thrown: unknown = await modelOf(answer, settings, version)
    .generate(requestOf())
    .catch((error: unknown) => error);
  expect(thrown).toBeInstanceOf(ProviderError);
  return thrown as ProviderError;
}

/** A stream that gives these pieces and then stays open, and how often it was cancelled. */
function lingering(pieces: readonly Piece[]) {
  let cancelCount = 0;
  const doStream = async () => ({
    stream: new ReadableStream({
      start(controller) {
        for (const piece of pieces) controller.enqueue(piece);
      },
      cancel() {
        cancelCount += 1;
      },
    }),
  });
  return { doStream, cancelCount: () => cancelCount };
}

describe("a stream that is not whole", () => {
  const interrupted =
    "interrupted: the reply of mock m ended without a finish reason, so it may not be whole. For a provider whose replies never have one, set stream: false.";

  test("1: without a finish piece it was interrupted", async () => {
    expect(await failureOf({ pieces: opening })).toMatchObject({
      errorClass: "connection",
      retryable: true,
      message: interrupted,
    });
  });

  test.each<[Version, string, string | undefined]>([
    ["v2", "unknown", undefined],
    ["v3", "other", undefined],
    ["v4", "interrupted", undefined],
    ["v4", "interrupted", "incomplete"],
    ["v4", "other", undefined],
  ])("1: %s: so it was with the reason %s, raw %s", async (version, reason, raw) => {
    const answer = {
      pieces: [...opening, { type: "finish", ...toFinish(version, { reason, raw }) }],
    };
    expect(await failureOf(answer, {}, version)).toMatchObject({
      errorClass: "connection",
      message: interrupted,
    });
  });

  test("a reply that came as a whole needs no reason", async () => {
    const answer = { parts: [{ type: "text", text: "42" }], reason: "other" };
    const reply = await modelOf(answer, { stream: false }).generate(requestOf());
    expect(reply).toMatchObject({ message: { content: "42" }, finishReason: "other" });
  });

  test("a connection that breaks is told with its code", async () => {
    const cause = Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" });
    let pulls = 0;
    const doStream = async () => ({
      stream: new ReadableStream({
        pull(controller) {
          const piece = opening[pulls++];
          if (piece === undefined) controller.error(new TypeError("terminated", { cause }));
          else controller.enqueue(piece);
        },
      }),
    });
    expect(await failureOf({ doStream })).toMatchObject({
      errorClass: "connection",
      message:
        "interrupted: the reply of mock m broke off (TypeError, UND_ERR_SOCKET): terminated.",
    });
  });

  test.each<[unknown, string, string]>([
    [{ type: "overloaded_error", message: "Busy." }, "overloaded", "mock m failed: Busy."],
    [
      { message: "m", code: "context_length_exceeded" },
      "context-overflow",
      "mock m failed (context_length_exceeded): m.",
    ],
    ["broken", "invalid-request", "mock m failed: broken."],
  ])("a stream with the error %j has failed", async (error, errorClass, message) => {
    const answer = { pieces: [...opening, { type: "error", error }] };
    expect(await failureOf(answer)).toMatchObject({ errorClass, message });
  });

  test.each<[unknown, string]>([
    [undefined, "mock m gave no usable reply: doStream gave undefined, without a stream."],
    [{}, "mock m gave no usable reply: doStream gave an object, without a stream."],
    [
      { stream: new ReadableStream({ start: (controller) => controller.enqueue("data: {}") }) },
      'mock m gave no usable reply: a piece is "data: {}".',
    ],
  ])("%j is no stream of pieces", async (result, message) => {
    const doStream = async () => result;
    expect(await failureOf({ doStream })).toMatchObject({ errorClass: "protocol", message });
  });
});

describe("a stream that goes on", () => {
  test("2: what may come after the finish piece is not waited for", async () => {
    const finish = { type: "finish", ...toFinish("v3", {}) };
    const { doStream, cancelCount } = lingering([...opening, finish]);
    const reply = await modelOf({ doStream }).generate(requestOf());
    expect(reply.message.content).toBe("par");
    expect(cancelCount()).toBe(1);
  });

  test("a reply that does not get on is a timeout, and pings are no progress", async () => {
    const { doStream } = lingering([...opening, { type: "ping" }]);
    expect(await failureOf({ doStream }, { idleTimeoutMs: 20 }, "v4")).toMatchObject({
      errorClass: "timeout",
      message:
        "interrupted: the reply did not get on for 20 ms (idleTimeoutMs) at mock m. A model that thinks for longer without a word needs a higher idleTimeoutMs.",
    });
  });

  test("so is a reply that does not begin", async () => {
    const { doStream } = lingering([start]);
    expect(await failureOf({ doStream }, { firstByteTimeoutMs: 20 })).toMatchObject({
      errorClass: "timeout",
      message: expect.stringMatching(/^No reply began for 20 ms \(firstByteTimeoutMs\)/),
    });
  });

  test("parts of one kind are told apart by their ids, in whatever order their pieces come", async () => {
    const pieces = [
      { type: "reasoning-start", id: "a" },
      { type: "text-start", id: "a" },
      { type: "reasoning-delta", id: "a", delta: "H" },
      { type: "text-delta", id: "a", delta: "4" },
      { type: "reasoning-delta", id: "a", delta: "m" },
      { type: "text-end", id: "never-begun" },
      { type: "text-delta", id: "a", delta: "2" },
      { type: "finish", ...toFinish("v3", {}) },
    ];
    const { message } = await modelOf({ pieces }).generate(requestOf());
    expect(message).toMatchObject({ content: "42", reasoning: "Hm" });
  });

  test("a result that is only preliminary is left out", async () => {
    const result = { type: "tool-result", toolCallId: "s", toolName: "search", result: 1 };
    const pieces = [
      { ...result, preliminary: true },
      result,
      { type: "finish", ...toFinish("v3", {}) },
    ];
    const { message } = await modelOf({ pieces }).generate(requestOf());
    expect(message.providerItems?.mock).toMatchObject({ content: [result] });
  });
});

describe.each([true, false])("an abort, stream: %s", (stream) => {
  test("ends a call that the model does not end, with the caller's reason", async () => {
    const never = () => new Promise<never>(() => undefined);
    const controller = new AbortController();
    const { signal } = controller;
    const call = modelOf({ doStream: never, doGenerate: never }, { stream }).generate(
      requestOf([user], { signal }),
    );
    await nextTurn();
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(call).rejects.toBe(reason);
    expect(getEventListeners(signal, "abort")).toHaveLength(0);
  });

  test("reaches the model, and so does the end of a call, which leaves no listener", async () => {
    const mock = mockModel("v3", { parts: [{ type: "text", text: "x" }] });
    const request = requestOf();
    await fromAiSdk(mock, { stream }).generate(request);
    expect(getEventListeners(request.signal, "abort")).toHaveLength(0);
    const [options] = stream ? mock.doStreamCalls : mock.doGenerateCalls;
    expect(options?.abortSignal?.aborted).toBe(true);
  });
});

test("nothing is told after an abort", async () => {
  const controller = new AbortController();
  const { request, progresses } = watchedRequest({ signal: controller.signal });
  let enqueue = (_piece: Piece): void => undefined;
  const doStream = async () => ({
    stream: new ReadableStream({
      start(inner) {
        enqueue = (piece) => inner.enqueue(piece);
      },
    }),
  });
  const call = modelOf({ doStream }).generate(request);
  await nextTurn();
  for (const piece of opening) enqueue(piece);
  await nextTurn();
  controller.abort(new Error("enough"));
  await expect(call).rejects.toThrow("enough");
  expect(progresses).toHaveLength(3);
  // The stream was cancelled, though the model took no notice of the signal.
  expect(() => enqueue({ type: "text-delta", id: "0", delta: "tial" })).toThrow();
  await nextTurn();
  expect(progresses).toHaveLength(3);
});

describe("a call that fails", () => {
  const prompt = "a prompt that is nobody's business";
  const key = "sk-proj-0123456789abcdef";
  const refused = new APICallError({
    message: `Incorrect API key provided: ${key}.`,
    url: `https://models.example/v1?key=${key}`,
    requestBodyValues: { messages: [prompt] },
    statusCode: 401,
    responseHeaders: { "x-request-id": "req_1", authorization: key },
    data: { error: { code: "invalid_api_key" } },
  });
  const fail = async () => {
    throw refused;
  };

  test.each([true, false])("is a ProviderError without secrets, stream: %s", async (stream) => {
    const error = await failureOf({ doStream: fail, doGenerate: fail }, { stream });
    expect(error).toMatchObject({
      errorClass: "authentication",
      provider: "mock",
      status: 401,
      requestId: "req_1",
      message: "mock m failed (HTTP 401, invalid_api_key): Incorrect API key provided: [secret].",
    });
    expect(inspect(error, { depth: 9 })).not.toContain(key);
    expect(inspect(error, { depth: 9 })).not.toContain(prompt);
  });

  test("with a wait that the provider asks for tells it", async () => {
    const doStream = async () => {
      throw new APICallError({
        message: "m",
        url: "",
        requestBodyValues: {},
        statusCode: 429,
        responseHeaders: { "retry-after": "3600" },
      });
    };
    expect(await failureOf({ doStream })).toMatchObject({
      errorClass: "rate-limit",
      retryAfterMs: 3_600_000,
    });
  });

  test("because the provider package cannot say it is an unsupported setting", async () => {
    const doStream = async () => {
      throw new UnsupportedFunctionalityError({ functionality: "tool messages" });
    };
    expect(await failureOf({ doStream })).toMatchObject({ errorClass: "unsupported-setting" });
  });

  test("by words that could move the cursor says them harmlessly, and shortly", async () => {
    const doStream = async () => {
      throw new Error(`\u001b[2J${"x".repeat(5000)}`);
    };
    const { message } = await failureOf({ doStream });
    expect(message).toMatch(/^mock m failed \(Error\): \\u001b\[2Jx+….$/);
    expect(message.length).toBeLessThan(400);
  });

  test("because the content was declined is an answer: a refusal, which counts", async () => {
    const doStream = async () => {
      throw new APICallError({
        message: "Filtered.",
        url: "",
        requestBodyValues: {},
        statusCode: 400,
        responseHeaders: { "x-request-id": "req_1" },
        data: { error: { code: "content_filter", message: "Filtered." } },
      });
    };
    expect(await modelOf({ doStream }).generate(requestOf())).toEqual({
      message: { role: "assistant", content: null, refusal: "Filtered." },
      finishReason: "content-filter",
      served: { requestId: "req_1" },
    });
  });

  test("and that refusal is one bounded line without what looks like a key", async () => {
    const doStream = async () => {
      throw {
        code: "content_filter",
        message: `No.\u001b[2J sk-very-secret-key ${"x".repeat(2000)}`,
      };
    };
    const { message } = await modelOf({ doStream }).generate(requestOf());
    expect(message.refusal).toMatch(/^No\.\\u001b\[2J \[secret\] x+…$/);
    expect(message.refusal?.length).toBeLessThan(1100);
  });
});
