import {
  createAttemptContext,
  foldRun,
  type Model,
  type ModelRequest,
  ProviderError,
  type ProviderErrorClass,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { defineAgent } from "../define-agent.ts";
import { runAgent } from "../run-agent.ts";

function failure(errorClass: ProviderErrorClass): ProviderError {
  return new ProviderError({ errorClass, message: errorClass, provider: "scripted" });
}

describe("fallback models", () => {
  it.each<ProviderErrorClass>([
    "rate-limit",
    "overloaded",
    "server",
    "connection",
    "timeout",
    "protocol",
    "quota-exhausted",
    "model-not-found",
  ])("are asked after a failure of class %s", async (errorClass) => {
    const model = scriptedModel([failure(errorClass)]);
    const other = scriptedModel(["ok"]);
    const run = await runAgent(defineAgent({ model, fallbackModels: [other] }), "q");
    expect(run.output).toBe("ok");
    expect(other.calls[0]?.messages).toEqual(model.calls[0]?.messages);
  });

  it.each<[string, Error]>([
    ["authentication", failure("authentication")],
    ["unsupported-setting", failure("unsupported-setting")],
    ["invalid-request", failure("invalid-request")],
    ["context-overflow", failure("context-overflow")],
    ["no provider at all", new TypeError("bug")],
  ])("are not asked after a failure of class %s", async (_what, error) => {
    const other = scriptedModel([]);
    const agent = defineAgent({ model: scriptedModel([error]), fallbackModels: [other] });
    await expect(runAgent(agent, "q")).rejects.toBe(error);
    expect(other.calls).toHaveLength(0);
  });

  it("are asked in order, for this one call; the last failure is the one that is told", async () => {
    const [first, last] = [failure("server"), failure("overloaded")];
    const model = scriptedModel([first, "primary again", first]);
    const one = scriptedModel([failure("rate-limit"), failure("rate-limit")]);
    const two = scriptedModel(["two", last]);
    const agent = defineAgent({ model, fallbackModels: [one, two] });
    expect((await runAgent(agent, "q")).output).toBe("two");
    expect((await runAgent(agent, "q")).output).toBe("primary again");
    await expect(runAgent(agent, "q")).rejects.toBe(last);
    expect(one.calls).toHaveLength(2);
  });

  it("stand in for a model that breaks its contract", async () => {
    const model = { ...scriptedModel([]), generate: async () => ({}) as never };
    const agent = defineAgent({ model, fallbackModels: [scriptedModel(["ok"])] });
    expect((await runAgent(agent, "q")).output).toBe("ok");
  });

  it("I6: get the attempt and the signal, and stand behind the model of the context", async () => {
    const own = scriptedModel([]);
    const override = scriptedModel([failure("server")]);
    const other = scriptedModel(["ok"]);
    const agent = defineAgent({ model: own, fallbackModels: [other] });
    const context = createAttemptContext({
      model: override,
      taskId: "t7",
      attemptIndex: 2,
      seed: 5,
    });
    for await (const _event of agent.run("q", context));
    expect(own.calls).toHaveLength(0);
    expect(other.calls[0]?.attempt).toEqual({ taskId: "t7", attemptIndex: 2, turn: 0, seed: 5 });
    expect(other.calls[0]?.attempt).toEqual(override.calls[0]?.attempt);
  });

  it("are asked behind the gate of the run, and the model of the context is gated no second time", async () => {
    const model = scriptedModel([failure("server")]);
    const other = scriptedModel(["ok"]);
    const gated: Model[] = [];
    const gate = (raw: Model) => {
      gated.push(raw);
      return raw;
    };
    const agent = defineAgent({ model, fallbackModels: [other] });
    for await (const _event of agent.run("q", createAttemptContext({ model, gate })));
    expect(gated).toEqual([other]);
    other.assertUsedUp();
  });

  it("are not asked when the run is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const model: Model = {
      ...scriptedModel([]),
      async generate() {
        controller.abort(reason);
        throw failure("timeout");
      },
    };
    const other = scriptedModel([]);
    const agent = defineAgent({ model, fallbackModels: [other] });
    await expect(runAgent(agent, "q", { signal: controller.signal })).rejects.toBe(reason);
    await new Promise((resolve) => setImmediate(resolve));
    expect(other.calls).toHaveLength(0);
  });

  it("never continue the text that another model has begun", async () => {
    const write = (text: string) => (request: ModelRequest) =>
      request.onProgress?.({ type: "text-delta", text });
    const model = scriptedModel([
      (request) => {
        write("Once")(request);
        return failure("server");
      },
    ]);
    const other = scriptedModel([
      (request) => {
        write("Twice")(request);
        return "Twice";
      },
    ]);
    const agent = defineAgent({ model, fallbackModels: [other] });
    const events = [];
    for await (const event of agent.run("q", createAttemptContext({ model }))) events.push(event);
    expect(events.filter(({ type }) => type === "text-delta")).toEqual([
      { type: "text-delta", text: "Once" },
    ]);
    expect(foldRun(events).text).toBe("Twice");
  });

  it("also stand in when the model works beside the conversation", async () => {
    const model = scriptedModel(["Hi.", failure("server")]);
    const other = scriptedModel(['{"facts":[]}']);
    await runAgent(defineAgent({ model, memory: true, fallbackModels: [other] }), "q");
    other.assertUsedUp();
  });
});
