import {
  type ModelProgress,
  type ModelRequest,
  type ModelResponse,
  ProviderError,
  type ProviderErrorClass,
} from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { settleAll } from "../run.test-helper.ts";
import {
  attemptTime,
  createFakeClock,
  createTestGate,
  failure,
  guard,
  modelOf,
  pausedForMs,
  reply,
  toRequest,
} from "./gate.test-helper.ts";

type Answer = ModelResponse | Error | ((request: ModelRequest) => ModelResponse);

/** A gate with one model that gives these answers, one a call. */
function setUp(answers: readonly Answer[], { random = 0, modelTries = 3, timeMs = 120_000 } = {}) {
  const clock = createFakeClock(() => random);
  const warnings: string[] = [];
  const gate = createTestGate({ clock, limits: { modelTries }, warnings });
  const time = attemptTime(clock, timeMs);
  const at: number[] = [];
  const model = modelOf(async (request) => {
    const answer = answers[at.length];
    at.push(clock.now() - 1000);
    if (answer instanceof Error) throw answer;
    if (answer === undefined) throw new Error("one call too many");
    return typeof answer === "function" ? answer(request) : answer;
  });
  const own = gate.admit(time);
  return { clock, gate, model, warnings, time, at, own, gated: guard(own, model, "agent") };
}

/** How a promise has settled by now. */
function watch(promise: Promise<unknown>) {
  const seen: { value?: unknown; error?: unknown } = {};
  promise.then(
    (value) => {
      seen.value = value;
    },
    (error: unknown) => {
      seen.error = error;
    },
  );
  return seen;
}

const empty: ModelResponse = {
  message: { role: "assistant", content: null },
  finishReason: "stop",
};

describe("a call is tried again", () => {
  it.each<ProviderErrorClass>([
    "rate-limit",
    "overloaded",
    "server",
    "connection",
    "timeout",
    "protocol",
  ])("up to two more times after an error of class %s", async (errorClass) => {
    const last = failure(errorClass);
    const { gated, own, clock, at } = setUp([failure(errorClass), failure(errorClass), last]);
    const call = watch(gated.generate(toRequest()));
    await clock.advance(10_000);
    expect(call.error).toBe(last);
    expect(at).toHaveLength(3);
    expect(own.modelRetries()).toEqual({ [errorClass]: 2 });
  });

  it.each<ProviderErrorClass>([
    "authentication",
    "model-not-found",
    "quota-exhausted",
    "unsupported-setting",
    "invalid-request",
    "context-overflow",
  ])("never after an error of class %s", async (errorClass) => {
    const error = failure(errorClass, 50);
    const { gated, own, at, gate, model, clock } = setUp([error]);
    await expect(gated.generate(toRequest())).rejects.toBe(error);
    expect(at).toHaveLength(1);
    expect(own.modelRetries()).toBeUndefined();
    expect(pausedForMs(gate, model, clock)).toBe(0);
  });

  it("never by the words of a message, nor after what is no provider's error", async () => {
    const error = new Error("429 Too Many Requests, try again in 1s");
    const { gated, at } = setUp([error]);
    await expect(gated.generate(toRequest())).rejects.toBe(error);
    expect(at).toHaveLength(1);
  });

  it("after the error of another copy of core", async () => {
    const error = Object.assign(failure("server"), {});
    const foreign = Object.create(Error.prototype, Object.getOwnPropertyDescriptors(error));
    const { gated, clock, at } = setUp([foreign, reply("ok")]);
    const call = watch(gated.generate(toRequest()));
    await clock.advance(10);
    expect(call.value).toMatchObject({ message: { content: "ok" } });
    expect(at).toHaveLength(2);
  });

  it("as often as modelTries says", async () => {
    const { gated, at } = setUp([failure("server")], { modelTries: 1 });
    await expect(gated.generate(toRequest())).rejects.toThrow("server");
    expect(at).toHaveLength(1);
  });

  it("after 0 to 1 s, then 0 to 2 s and so on, up to 30 s (full jitter)", async () => {
    const { gated, clock, at, own } = setUp(
      Array.from({ length: 8 }, () => failure("server")),
      { random: 0.999, modelTries: 8, timeMs: 1_000_000 },
    );
    const call = watch(gated.generate(toRequest()));
    await clock.advance(200_000);
    expect(call.error).toBeDefined();
    const waits = at.slice(1).map((time, index) => Math.round(time - (at[index] ?? 0)));
    expect(waits).toEqual([999, 1998, 3996, 7992, 15_984, 29_970, 29_970]);
    expect(Math.round(own.waitedMs())).toBe(waits.reduce((sum, wait) => sum + wait, 0));
  });

  it("not when the attempt has no time left for the wait", async () => {
    const { gated, at } = setUp([failure("server")], { random: 0.5, timeMs: 400 });
    await expect(gated.generate(toRequest())).rejects.toThrow("server");
    expect(at).toHaveLength(1);
  });

  it("not when it is aborted meanwhile", async () => {
    const { gated, clock, at } = setUp([failure("server"), reply("ok")], { random: 0.5 });
    const controller = new AbortController();
    const call = watch(gated.generate(toRequest("x", controller.signal)));
    await clock.advance(100);
    controller.abort(new Error("enough"));
    await settleAll();
    expect(call.error).toMatchObject({ message: "enough" });
    expect(clock.pendingTimers()).toBe(0);
    await clock.advance(10_000);
    expect(at).toHaveLength(1);
  });

  it("without continuing a text that was begun", async () => {
    const write =
      (text: string): Answer =>
      ({ onProgress }) => {
        onProgress?.({ type: "text-delta", text });
        if (text === "On") throw failure("connection");
        return reply(text);
      };
    const { gated, clock } = setUp([write("On"), write("On"), write("Twice")]);
    const seen: ModelProgress[] = [];
    const request = {
      ...toRequest(),
      onProgress: (progress: ModelProgress) => seen.push(progress),
    };
    const call = watch(gated.generate(request));
    await clock.advance(10);
    expect(call.value).toMatchObject({ message: { content: "Twice" } });
    expect(seen).toEqual([
      { type: "text-delta", text: "On" },
      { type: "alive" },
      { type: "alive" },
    ]);
  });
});

describe("a text that a failed try has passed on", () => {
  const write =
    (text: string, error?: Error): Answer =>
    ({ onProgress }) => {
      onProgress?.({ type: "text-delta", text });
      if (error !== undefined) throw error;
      return reply(text);
    };
  const request = { ...toRequest(), onProgress: () => {} };

  it("is void from the next try on, until a call is answered", async () => {
    const { gated, own, clock } = setUp([write("On", failure("server")), write("Twice")], {
      random: 0.5,
    });
    const call = gated.generate(request);
    await settleAll();
    expect(own.isTextVoid()).toBe(true);
    await clock.advance(1000);
    await call;
    expect(own.isTextVoid()).toBe(false);
  });

  it("stays when nothing follows it, and is void once another model is asked", async () => {
    const { gated, own } = setUp([write("On", failure("invalid-request")), write("Other")]);
    await expect(gated.generate(request)).rejects.toThrow("invalid-request");
    expect(own.isTextVoid()).toBe(false);
    const other = gated.generate(request);
    expect(own.isTextVoid()).toBe(true);
    await other;
    expect(own.isTextVoid()).toBe(false);
  });

  it("of a scorer's model is none of the agent's", async () => {
    const { gate, model, clock } = setUp([write("On", failure("server"))]);
    const own = gate.admit(attemptTime(clock));
    void guard(own, model, "scorer")
      .generate(request)
      .catch(() => {});
    await settleAll();
    expect(own.isTextVoid()).toBe(false);
  });
});

describe("a reply that holds nothing", () => {
  it("B20 is an error of class protocol, and the call is tried again", async () => {
    const { gated, own, clock } = setUp([empty, reply("ok")]);
    const call = watch(gated.generate(toRequest()));
    await clock.advance(10);
    expect(call.value).toMatchObject({ message: { content: "ok" } });
    expect(own.modelRetries()).toEqual({ protocol: 1 });
  });

  it("B20 is what the agent gets in the end, as an error", async () => {
    const { gated } = setUp([empty], { modelTries: 1 });
    const call = gated.generate(toRequest());
    await expect(call).rejects.toBeInstanceOf(ProviderError);
    await expect(call).rejects.toMatchObject({ errorClass: "protocol", provider: "p" });
  });

  it.each<[string, ModelResponse]>([
    ["an empty text", reply("")],
    ["a refusal", { ...empty, message: { ...empty.message, refusal: "No." } }],
    ["a cut reply", { ...empty, finishReason: "length" }],
    ["a filtered reply", { ...empty, finishReason: "content-filter" }],
    [
      "a tool call",
      {
        ...empty,
        message: { ...empty.message, toolCalls: [{ id: "1", name: "t", rawArguments: "{}" }] },
      },
    ],
  ])("is not %s", async (_, response) => {
    const { gated } = setUp([response]);
    expect(await gated.generate(toRequest())).toBe(response);
  });

  it.each([undefined, null, 7, {}, { message: null }])(
    "is not what is no response at all, such as %o: that is passed on",
    async (response) => {
      const { gated } = setUp([() => response as never]);
      expect(await gated.generate(toRequest())).toBe(response);
    },
  );
});

describe("Retry-After", () => {
  it("is waited for, and nothing else is sent to the provider meanwhile", async () => {
    const { gated, clock, at, own } = setUp([
      failure("rate-limit", 5000),
      reply("other"),
      reply("again"),
    ]);
    const first = watch(gated.generate(toRequest("first")));
    await settleAll();
    const other = watch(gated.generate(toRequest("other")));
    await clock.advance(4999);
    expect(at).toEqual([0]);
    await clock.advance(2);
    expect(at).toEqual([0, 5000, 5000]);
    expect([first.value, other.value]).toEqual([reply("again"), reply("other")]);
    expect(own.waitedMs()).toBe(5000);
  });

  it("of a fraction of a second is honoured to the millisecond", async () => {
    const { gated, clock, at } = setUp([failure("overloaded", 50), reply("ok")]);
    void gated.generate(toRequest());
    await clock.advance(100);
    expect(at).toEqual([0, 50]);
  });

  it("stops what was queued behind the call that brought it", async () => {
    const clock = createFakeClock();
    const gate = createTestGate({ clock, limits: { inFlight: 1, modelTries: 1 } });
    const at: number[] = [];
    const model = modelOf(async () => {
      at.push(clock.now() - 1000);
      if (at.length === 1) throw failure("rate-limit", 3000);
      return reply("ok");
    });
    const gated = guard(gate.admit(attemptTime(clock)), model, "agent");
    for (let call = 0; call < 3; call++) void gated.generate(toRequest()).catch(() => {});
    await clock.advance(5000);
    expect(at).toEqual([0, 3000, 3000]);
  });

  it("longer than the attempt lasts fails the call at once, pauses the provider and warns", async () => {
    const error = failure("rate-limit", 3_600_000);
    const { gated, gate, model, clock, at, warnings } = setUp([error]);
    await expect(gated.generate(toRequest())).rejects.toBe(error);
    await expect(gated.generate(toRequest())).rejects.toBe(error);
    expect(at).toHaveLength(1);
    expect(pausedForMs(gate, model, clock)).toBe(3_600_000);
    expect(warnings).toEqual([
      'The provider "p" asks for a wait of 3600 s, which is longer than an attempt has left. Nothing is sent to it until then.',
    ]);
    expect(clock.pendingTimers()).toBe(0);
  });

  it("fails what waits already and cannot wait so long", async () => {
    const clock = createFakeClock();
    const gate = createTestGate({ clock, limits: { inFlight: 1 } });
    const error = failure("rate-limit", 30_000);
    let callCount = 0;
    const model = modelOf(async () => {
      callCount += 1;
      await new Promise<void>((resolve) => clock.setTimer(resolve, 10));
      if (callCount === 1) throw error;
      return reply("ok");
    });
    const call = (timeMs: number) =>
      watch(guard(gate.admit(attemptTime(clock, timeMs)), model, "agent").generate(toRequest()));
    const [first, short, long] = [call(120_000), call(20_000), call(120_000)];
    await clock.advance(20);
    expect(short.error).toBe(error);
    await clock.advance(31_000);
    expect([first.value, long.value]).toEqual([reply("ok"), reply("ok")]);
    expect(callCount).toBe(3);
  });

  it.each([
    [300, "300 ms"],
    [1500, "1.5 s"],
    [2000, "2 s"],
    [90_000, "90 s"],
  ])("of %d ms that the attempt does not have is told as %s", async (retryAfterMs, told) => {
    const { gated, warnings } = setUp([failure("server", retryAfterMs)], { timeMs: 44 });
    await expect(gated.generate(toRequest())).rejects.toThrow("server");
    expect(warnings).toEqual([expect.stringContaining(`asks for a wait of ${told}, which`)]);
  });

  it("is told again only when it is another one", async () => {
    const answers = [1, 2].map(() => failure("rate-limit", 60_000));
    const { gated, gate, model, clock, warnings } = setUp(answers, { timeMs: 10_000 });
    const calls = [gated.generate(toRequest()), gated.generate(toRequest())];
    await Promise.allSettled(calls);
    expect(warnings).toHaveLength(1);
    await clock.advance(61_000);
    const later = guard(gate.admit(attemptTime(clock, 10)), model, "agent");
    await expect(later.generate(toRequest())).rejects.toThrow("one call too many");
    expect(pausedForMs(gate, model, clock)).toBe(0);
  });

  it.each([Number.NaN, -5, 0, Number.POSITIVE_INFINITY, 1e15])(
    "of %s ms neither breaks nor hangs the gate for more than an hour",
    async (retryAfterMs) => {
      const answers = [failure("server", retryAfterMs)];
      const { gated, gate, model, clock } = setUp(answers, { modelTries: 1 });
      await expect(gated.generate(toRequest())).rejects.toThrow("server");
      expect(pausedForMs(gate, model, clock)).toBe(retryAfterMs > 0 ? 3_600_000 : 0);
    },
  );
});
