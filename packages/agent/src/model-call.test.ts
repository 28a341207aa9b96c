import type { Model, ModelRequest, ModelResponse, TextDeltaEvent } from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { callModel } from "./model-call.ts";

type Call = AsyncGenerator<TextDeltaEvent, ModelResponse, undefined>;

/** A model that answers when the test says so. */
function handDrivenModel(): {
  model: Model;
  request: () => ModelRequest;
  say: (text: string) => void;
  answer: (text: string) => void;
  fail: (error: unknown) => void;
} {
  let current: ModelRequest | undefined;
  let settle: { resolve(response: ModelResponse): void; reject(error: unknown): void } | undefined;
  const request = (): ModelRequest => {
    if (current === undefined) throw new Error("the model was not called");
    return current;
  };
  return {
    model: {
      ...scriptedModel([]),
      generate(asked) {
        current = asked;
        return new Promise((resolve, reject) => {
          settle = { resolve, reject };
        });
      },
    },
    request,
    say: (text) => request().onProgress?.({ type: "text-delta", text }),
    answer: (text) =>
      settle?.resolve({ message: { role: "assistant", content: text }, finishReason: "stop" }),
    fail: (error) => settle?.reject(error),
  };
}

function requestWith(signal: AbortSignal): ModelRequest {
  return { messages: [{ role: "user", content: "q" }], signal };
}

const delta = (text: string): IteratorResult<TextDeltaEvent, ModelResponse> => ({
  done: false,
  value: { type: "text-delta", text },
});

describe("callModel", () => {
  it("delivers each piece of text while the answer is still being written", async () => {
    const { model, say, answer, request } = handDrivenModel();
    const call: Call = callModel(model, requestWith(new AbortController().signal));

    const first = call.next();
    say("For");
    expect(await first).toEqual(delta("For"));

    // Two pieces arrive while nobody reads, with a sign of life between them.
    say("ty");
    request().onProgress?.({ type: "alive" });
    say("-two");
    expect(await call.next()).toEqual(delta("ty"));
    expect(await call.next()).toEqual(delta("-two"));

    const last = call.next();
    answer("Forty-two");
    expect(await last).toMatchObject({ done: true, value: { finishReason: "stop" } });
  });

  it("delivers text that came with the answer before the answer", async () => {
    const { model, say, answer } = handDrivenModel();
    const call = callModel(model, requestWith(new AbortController().signal));
    const first = call.next();
    say("4");
    say("2");
    answer("42");
    expect(await first).toEqual(delta("4"));
    expect(await call.next()).toEqual(delta("2"));
    expect(await call.next()).toMatchObject({ done: true });
    say("late");
    expect(await call.next()).toEqual({ done: true, value: undefined });
  });

  it("throws what the model throws, after the text that came before it", async () => {
    const { model, say, fail } = handDrivenModel();
    const call = callModel(model, requestWith(new AbortController().signal));
    const first = call.next();
    say("4");
    fail(new Error("connection lost"));
    expect(await first).toEqual(delta("4"));
    // The failure must not count as unhandled while the reader takes its time.
    await new Promise((resolve) => setImmediate(resolve));
    await expect(call.next()).rejects.toThrow("connection lost");
  });

  it("throws what a model throws before it gives a promise", async () => {
    const model: Model = {
      ...scriptedModel([]),
      generate() {
        throw new Error("not ready");
      },
    };
    const call = callModel(model, requestWith(new AbortController().signal));
    await expect(call.next()).rejects.toThrow("not ready");
  });

  it("passes an abort on and throws its reason, even if the model ignores it", async () => {
    const { model, request } = handDrivenModel();
    const controller = new AbortController();
    const call = callModel(model, requestWith(controller.signal));
    const first = call.next();
    const reason = new Error("deadline");
    controller.abort(reason);
    await expect(first).rejects.toBe(reason);
    expect(request().signal.reason).toBe(reason);
  });

  it("aborts the call when the reader leaves", async () => {
    const { model, say, request } = handDrivenModel();
    const controller = new AbortController();
    const call = callModel(model, requestWith(controller.signal));
    const first = call.next();
    say("4");
    await first;
    await call.return({} as ModelResponse);
    expect(request().signal.aborted).toBe(true);
    expect(controller.signal.aborted).toBe(false);
  });

  it("leaves the signal of a finished call alone", async () => {
    const { model, answer, request } = handDrivenModel();
    const controller = new AbortController();
    const call = callModel(model, requestWith(controller.signal));
    const first = call.next();
    answer("42");
    await first;
    controller.abort();
    expect(request().signal.aborted).toBe(false);
  });
});
