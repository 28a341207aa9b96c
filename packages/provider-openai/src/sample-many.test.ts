import { afterEach, describe, expect, test } from "vitest";
import { createOpenAI } from "./create-openai.ts";
import { json, type Loopback, type Respond, startLoopback } from "./loopback.test-helper.ts";
import { defineModel, requestOf, user } from "./requests.test-helper.ts";

let server: Loopback | undefined;
afterEach(() => server?.close());

async function modelOf(respond: Respond, settings = {}) {
  server = await startLoopback(respond);
  const make = createOpenAI({ apiKey: "sk-test", baseURL: server.url, api: "chat" });
  return make("m", { sampleMany: true, ...settings });
}

const choice = (content: string | null, others = {}) => ({
  message: { role: "assistant", content },
  finish_reason: "stop",
  ...others,
});
const reply = (...choices: object[]) =>
  json({
    id: "chatcmpl-1",
    model: "m-1",
    choices,
    usage: { prompt_tokens: 10, completion_tokens: 6, total_tokens: 16 },
  });

const sample = async (respond: Respond, count = 3) => {
  const model = await modelOf(respond);
  const samples = await model.sampleMany?.(requestOf([user]), count);
  return samples ?? [];
};

describe("sampleMany", () => {
  test("asks for n samples in one piece, and gives each as a response of its own", async () => {
    const samples = await sample(reply(choice("a"), choice("b"), choice("c")));
    expect(samples.map(({ message }) => message.content)).toEqual(["a", "b", "c"]);
    expect(server?.received).toHaveLength(1);
    expect(server?.received[0]?.body).toEqual({
      model: "m",
      messages: [{ role: "user", content: user.content }],
      n: 3,
    });
  });

  test("keeps the usage of all with the first, and says of each how many shared it", async () => {
    const samples = await sample(reply(choice("a"), choice("b")));
    expect(samples.map(({ usage }) => usage)).toEqual([
      { inputTokens: 10, outputTokens: 6, totalTokens: 16 },
      undefined,
    ]);
    const served = { model: "m-1", responseId: "chatcmpl-1", sampleCount: 2 };
    expect(samples.map((one) => one.served)).toEqual([served, served]);
  });

  test("takes the one choice of a server that knows no n for an answer that nobody shares", async () => {
    const [only, ...others] = await sample(reply(choice("a")));
    expect(others).toEqual([]);
    expect(only?.served).toEqual({ model: "m-1", responseId: "chatcmpl-1" });
    expect(only?.usage?.totalTokens).toBe(16);
  });

  test("leaves out choices that are no answers", async () => {
    const broken = [
      choice(null),
      { finish_reason: "stop" },
      choice("x", { finish_reason: "abort" }),
    ];
    const samples = await sample(reply(...broken, choice("a"), choice("b")), 5);
    expect(samples.map(({ message }) => message.content)).toEqual(["a", "b"]);
    expect(samples.map(({ served }) => served?.sampleCount)).toEqual([2, 2]);
    expect(samples[0]?.usage?.totalTokens).toBe(16);
  });

  test("keeps a filtered choice and a cut one, which are answers", async () => {
    const cut = choice("a", { finish_reason: "length" });
    const samples = await sample(
      reply(choice("b"), cut, choice(null, { finish_reason: "content_filter" })),
    );
    expect(samples.map(({ finishReason }) => finishReason)).toEqual([
      "stop",
      "length",
      "content-filter",
    ]);
  });

  test("rejects as the first choice does when none is an answer", async () => {
    await expect(sample(reply(choice(null), choice(null)))).rejects.toMatchObject({
      errorClass: "protocol",
    });
  });

  test("rejects with the failure of the call", async () => {
    const busy = json({ error: { message: "slow down" } }, { status: 429 });
    await expect(sample(busy)).rejects.toMatchObject({ errorClass: "rate-limit" });
  });

  test("asks for 128 samples at most, which is what the API takes", async () => {
    await sample(reply(choice("a"), choice("b")), 500);
    expect(server?.received[0]?.body).toMatchObject({ n: 128 });
  });

  test("rejects with the reason of an abort", async () => {
    const model = await modelOf(() => {});
    const controller = new AbortController();
    const asked = model.sampleMany?.(requestOf([user], { signal: controller.signal }), 2);
    const reason = new Error("enough");
    controller.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });

  test("is there only when it is asked for, and no part of the policy", async () => {
    const make = createOpenAI({ apiKey: "sk-test", api: "chat" });
    expect(make("m").sampleMany).toBeUndefined();
    expect(make("m", { sampleMany: false }).sampleMany).toBeUndefined();
    expect(make("m", { sampleMany: true }).identity()).toEqual(make("m").identity());
  });

  test.each([
    ["with the Responses API", () => createOpenAI({ apiKey: "x" })("m", { sampleMany: true })],
    ["with a seed", () => defineModel({ sampleMany: true, seed: 1 }, { api: "chat" })],
    [
      "with one for each attempt",
      () => defineModel({ sampleMany: true, seed: "per-attempt" }, { api: "chat" }),
    ],
    [
      "with a server that ignores it",
      () => defineModel({ sampleMany: true }, { api: "chat", profile: "ollama" }),
    ],
    [
      "with one that refuses it",
      () => defineModel({ sampleMany: true }, { api: "chat", profile: "groq" }),
    ],
  ])("is refused %s", (_what, make) => {
    expect(make).toThrow(expect.objectContaining({ argument: "settings.sampleMany" }));
  });
});
