import { getEventListeners } from "node:events";
import { setImmediate } from "node:timers/promises";
import {
  type Agent,
  type AgentEvent,
  type AttemptContext,
  functionAgent,
  InvalidArgumentError,
  inMemoryStore,
  isRolloutsError,
  ProviderError,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "./define-agent.ts";
import { type RunAgentOptions, runAgent } from "./run-agent.ts";

/** An agent that emits these events. */
function eventAgent(...events: AgentEvent<string>[]): Agent<string> {
  return {
    specVersion: "v1",
    identity: () => "fake",
    async *run() {
      yield* events;
    },
  };
}

async function errorOf(run: Promise<unknown>): Promise<unknown> {
  return run.then(
    () => undefined,
    (error: unknown) => error,
  );
}

describe("runAgent", () => {
  it("gives the run of an agent, typed by its schema", async () => {
    const model = scriptedModel(['{"value":42}']);
    const agent = defineAgent({ model, outputSchema: z.object({ value: z.int() }) });
    const run = await runAgent(agent, "6 x 7?");
    expect(run.output?.value).toBe(42);
    expect(run).toEqual({
      status: "completed",
      output: { value: 42 },
      text: '{"value":42}',
      messages: [
        { role: "user", content: "6 x 7?" },
        { role: "assistant", content: '{"value":42}' },
      ],
      toolExecutions: [],
      served: [],
    });
  });

  it("may run many times at once on one signal: no leak, and no warning of one", async () => {
    const warnings: Error[] = [];
    const onWarning = (warning: Error) => warnings.push(warning);
    process.on("warning", onWarning);
    const controller = new AbortController();
    const reason = new Error("shutting down");
    const model = scriptedModel((_request, callIndex) => {
      if (callIndex === 49) controller.abort(reason);
      return new Promise(() => undefined);
    });
    const agent = defineAgent({ model });
    const runs = Array.from({ length: 50 }, () =>
      errorOf(runAgent(agent, "q", { signal: controller.signal })),
    );
    expect(new Set(await Promise.all(runs))).toEqual(new Set([reason]));
    await setImmediate(); // warnings come later
    process.off("warning", onWarning);
    expect(warnings).toEqual([]);
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("fails with the model's fault when the model gives no response", async () => {
    const model = { ...scriptedModel([]), generate: async () => undefined as never };
    const error = await errorOf(runAgent(defineAgent({ model }), "q"));
    expect(error).toMatchObject({ code: "provider_failed", errorClass: "protocol" });
  });

  it("gives refusals, misses and cuts as runs", async () => {
    const model = scriptedModel([
      { refusal: "No." },
      '{"value":"x"}',
      { text: '{"va', finishReason: "length" },
    ]);
    const agent = defineAgent({ model, outputSchema: z.object({ value: z.int() }) });
    expect(await runAgent(agent, "q")).toMatchObject({ status: "completed", refusal: "No." });
    expect(await runAgent(agent, "q")).toMatchObject({ outputError: expect.any(String) });
    expect(await runAgent(agent, "q")).toMatchObject({ status: "truncated", text: '{"va' });
  });

  it("runs live, with the ids, store, signal and model that it is given", async () => {
    const contexts: AttemptContext[] = [];
    const spy = functionAgent({
      model: scriptedModel([]),
      run(_input, context) {
        contexts.push(context);
        return "done";
      },
    });
    const store = inMemoryStore();
    const { signal } = new AbortController();
    const model = scriptedModel([]);
    await runAgent(spy, "q", { userId: "u", sessionId: "s", store, signal, model });
    expect(contexts[0]).toMatchObject({ userId: "u", sessionId: "s", writes: "live" });
    expect(contexts[0]?.store).toBe(store);
    expect(contexts[0]?.signal).toBe(signal);
    expect(contexts[0]?.model).toBe(model);
  });

  it("has fresh ids that cannot be taken for those of an attempt, and a fresh seed", async () => {
    const contexts: AttemptContext[] = [];
    const spy = functionAgent({
      run(_input, context) {
        contexts.push(context);
        return "done";
      },
    });
    await runAgent(spy, "q");
    await runAgent(spy, "q");
    for (const { userId, sessionId, seed } of contexts) {
      expect(userId).toMatch(/^user-[0-9a-f]{32}$/);
      expect(sessionId).toMatch(/^session-[0-9a-f]{32}$/);
      expect(Number.isInteger(seed) && seed >= 0 && seed < 2 ** 32).toBe(true);
    }
    expect(contexts[0]?.sessionId).not.toBe(contexts[1]?.sessionId);
    expect(contexts[0]?.userId).not.toBe(contexts[1]?.userId);
  });

  it("rejects with what the agent throws", async () => {
    const error = new ProviderError({
      errorClass: "authentication",
      message: "bad key",
      provider: "scripted",
    });
    const agent = defineAgent({ model: scriptedModel([error]) });
    expect(await errorOf(runAgent(agent, "q"))).toBe(error);
  });

  it("rejects when the agent reports an error, even if an end follows", async () => {
    const cause = new TypeError("broken pipe");
    const agent = eventAgent(
      { type: "error", error: cause },
      { type: "end", status: "completed", text: "ok", output: "ok" },
    );
    const error = await errorOf(runAgent(agent, "q"));
    expect(isRolloutsError(error)).toBe(true);
    expect(error).toMatchObject({ code: "agent_failed", message: "broken pipe", cause });
  });

  it("rejects when the agent stops without an end", async () => {
    const agent = eventAgent({ type: "message", message: { role: "user", content: "q" } });
    expect(await errorOf(runAgent(agent, "q"))).toMatchObject({
      code: "agent_failed",
      message: "The agent stopped without an end event.",
    });
  });

  it("rejects with the reason of the signal", async () => {
    const reason = new Error("enough");
    const agent = defineAgent({ model: scriptedModel([]) });
    const before = runAgent(agent, "q", { signal: AbortSignal.abort(reason) });
    expect(await errorOf(before)).toBe(reason);
    const heedless = functionAgent({ run: () => "done" });
    const unasked = runAgent(heedless, "q", { signal: AbortSignal.abort(reason) });
    expect(await errorOf(unasked)).toBe(reason);

    const controller = new AbortController();
    const model = scriptedModel([
      () => {
        controller.abort(reason);
        return new Promise(() => undefined);
      },
    ]);
    const during = runAgent(defineAgent({ model }), "q", { signal: controller.signal });
    expect(await errorOf(during)).toBe(reason);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ["what is no agent", () => runAgent(7 as never, "q"), /agent must be an agent/],
    ["no input", () => run(undefined), /input must be a string or a list of messages/],
    ["an empty list of messages", () => run([]), /got an array of 0/],
    ["an unknown option", () => run("q", { timeoutMs: 5 }), /unknown key "timeoutMs"/],
    ["options that are no object", () => run("q", null), /options must be an object, got null/],
    ["a model name", () => run("q", { model: "gpt-5.5" }), /such as openai\("gpt-5\.5"\)/],
    [
      "a model for an agent that calls none",
      () => runAgent(eventAgent(), "q", { model: scriptedModel([]) }),
      /the agent declares none/,
    ],
  ])("refuses %s", async (_what, act, message) => {
    const error = await errorOf(act());
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect((error as Error).message).toMatch(message);
  });
});

/** Runs an agent with what the types would refuse. */
function run(input: unknown, options: unknown = {}): Promise<unknown> {
  const agent = defineAgent({ model: scriptedModel([]) });
  return runAgent(agent, input as string, options as RunAgentOptions);
}
