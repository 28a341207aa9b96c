import {
  type Agent,
  type AgentEvent,
  type AttemptContext,
  createAttemptContext,
  foldRun,
  type Message,
  ProviderError,
  type TaskInput,
} from "@rollouts/core";
import { type ScriptedModel, scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "./define-agent.ts";
import { tool } from "./tool.ts";

const add = tool({
  name: "add",
  parameters: z.object({ a: z.number(), b: z.number() }),
  execute: ({ a, b }) => a + b,
});
const callAdd = { toolCalls: [{ name: "add", arguments: { a: 1, b: 2 } }] };

async function collect<Output>(
  agent: Agent<Output>,
  context: AttemptContext,
  input: TaskInput = "q",
): Promise<AgentEvent<Output>[]> {
  const events: AgentEvent<Output>[] = [];
  for await (const event of agent.run(input, context)) events.push(event);
  return events;
}

function contextOf(model: ScriptedModel, signal?: AbortSignal): AttemptContext {
  return createAttemptContext({ model, signal, taskId: "t7", attemptIndex: 3, seed: 99 });
}

describe("the prompt", () => {
  it("is the instructions and the input as a user message", async () => {
    const model = scriptedModel(["42"]);
    await collect(defineAgent({ model, instructions: "Be exact." }), contextOf(model), "6 x 7?");
    expect(model.calls[0]?.messages).toEqual([
      { role: "system", content: "Be exact." },
      { role: "user", content: "6 x 7?" },
    ]);
  });

  it.each([undefined, ""])(
    "has no system message without instructions (%j)",
    async (instructions) => {
      const model = scriptedModel(["42"]);
      await collect(defineAgent({ model, instructions }), contextOf(model), "");
      expect(model.calls[0]?.messages).toEqual([{ role: "user", content: "" }]);
    },
  );

  it("keeps the messages of a task as they are", async () => {
    const input: Message[] = [
      { role: "system", content: "own" },
      { role: "user", content: [{ type: "text", text: "a" }] },
      { role: "assistant", content: "b", fromHistory: true },
      { role: "user", content: "c" },
    ];
    const model = scriptedModel(["42"]);
    const events = await collect(
      defineAgent({ model, instructions: "first" }),
      contextOf(model),
      input,
    );
    const prompt = [{ role: "system", content: "first" }, ...input];
    expect(model.calls[0]?.messages).toEqual(prompt);
    expect(events.slice(0, 5)).toEqual(prompt.map((message) => ({ type: "message", message })));
  });
});

describe("the events of a run", () => {
  it("are the tools, the prompt, then each reply with its usage, each tool call, and one end", async () => {
    const usage = { inputTokens: 10, outputTokens: 5 };
    const served = { model: "m-1", requestId: "r1" };
    const model = scriptedModel([
      { ...callAdd, usage, served },
      { text: "3", usage },
    ]);
    const events = await collect(defineAgent({ model, tools: [add] }), contextOf(model));
    const toolCalls = [{ id: "call_0_0", name: "add", rawArguments: '{"a":1,"b":2}' }];
    expect(events).toEqual([
      { type: "tools", tools: [add.spec] },
      { type: "message", message: { role: "user", content: "q" } },
      { type: "message", message: { role: "assistant", content: null, toolCalls } },
      { type: "usage", usage, served },
      {
        type: "tool-execution",
        execution: {
          toolCallId: "call_0_0",
          name: "add",
          rawArguments: '{"a":1,"b":2}',
          arguments: { a: 1, b: 2 },
          status: "ok",
          result: "3",
          durationMs: expect.any(Number),
        },
      },
      { type: "message", message: { role: "tool", toolCallId: "call_0_0", content: "3" } },
      { type: "message", message: { role: "assistant", content: "3" } },
      { type: "usage", usage, served: undefined },
      { type: "end", status: "completed", text: "3", output: "3" },
    ]);
    expect(foldRun(events)).toMatchObject({
      status: "completed",
      usage: { inputTokens: 20, outputTokens: 10 },
      served: [served],
    });
    model.assertUsedUp();
  });

  it("hold the text of a reply while it is being written", async () => {
    const model = scriptedModel([
      (request) => {
        request.onProgress?.({ type: "text-delta", text: "4" });
        request.onProgress?.({ type: "alive" });
        request.onProgress?.({ type: "text-delta", text: "2" });
        return "42";
      },
    ]);
    const events = await collect(defineAgent({ model }), contextOf(model));
    expect(events.map(({ type }) => type)).toEqual([
      "message",
      "text-delta",
      "text-delta",
      "message",
      "usage",
      "end",
    ]);
  });

  it("never sum a usage that a call did not report", async () => {
    const usage = { inputTokens: 10 };
    const partly = scriptedModel([callAdd, { text: "3", usage }]);
    const run = foldRun(
      await collect(defineAgent({ model: partly, tools: [add] }), contextOf(partly)),
    );
    expect(run.usage).toBeUndefined();
  });

  it("keep the provider's own items of a reply for the next call", async () => {
    const message = {
      role: "assistant",
      content: null,
      reasoning: "hm",
      toolCalls: [{ id: "x", name: "add", rawArguments: '{"a":1,"b":2}' }],
      providerItems: { scripted: [{ opaque: true }] },
    } as const;
    const model = scriptedModel([{ message, finishReason: "tool-calls" }, "3"]);
    await collect(defineAgent({ model, tools: [add] }), contextOf(model));
    expect(model.calls[1]?.messages[1]).toEqual(message);
  });
});

describe("a model call", () => {
  it("carries tools, output format, attempt and turn", async () => {
    const model = scriptedModel([callAdd, '{"value":3}']);
    const outputSchema = z.object({ value: z.number() });
    const agent = defineAgent({ model, tools: [add], outputSchema });
    const events = await collect(agent, contextOf(model));
    const common = {
      tools: [add.spec],
      toolChoice: "auto",
      output: {
        name: "answer",
        schema: {
          type: "object",
          properties: { value: { type: "number" } },
          required: ["value"],
        },
      },
    };
    const attempt = { taskId: "t7", attemptIndex: 3, seed: 99 };
    expect(model.calls).toMatchObject([
      { ...common, attempt: { ...attempt, turn: 0 } },
      { ...common, attempt: { ...attempt, turn: 1 } },
    ]);
    expect(events.at(-1)).toMatchObject({ output: { value: 3 }, text: '{"value":3}' });
  });

  it("offers tools in the order given", async () => {
    const sub = { ...add, spec: { ...add.spec, name: "Sub" } };
    const model = scriptedModel(["3"]);
    await collect(defineAgent({ model, tools: [sub, add] }), contextOf(model));
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(["Sub", "add"]);
  });

  it("names no tools, choice or format where there are none", async () => {
    const model = scriptedModel(["42"]);
    await collect(defineAgent({ model, tools: [] }), contextOf(model));
    const { tools, toolChoice, output } = model.calls[0] ?? {};
    expect([tools, toolChoice, output]).toEqual([undefined, undefined, undefined]);
  });

  it("R4: goes to the model of the context, never to the agent's own", async () => {
    const [own, override] = [scriptedModel([]), scriptedModel(["42"])];
    const events = await collect(defineAgent({ model: own }), contextOf(override));
    expect(events.at(-1)).toMatchObject({ output: "42" });
    expect(own.calls).toHaveLength(0);
  });

  it("is not changed by what the conversation grows into", async () => {
    const requests: (readonly Message[])[] = [];
    const model = scriptedModel((request, callIndex) => {
      requests.push(request.messages);
      return callIndex === 0 ? callAdd : "3";
    });
    await collect(defineAgent({ model, tools: [add] }), contextOf(model));
    expect(requests.map(({ length }) => length)).toEqual([1, 3]);
  });

  it.each([["required" as const], [{ name: "add" }]])(
    "is forced to call a tool in the first turn only (%j)",
    async (toolChoice) => {
      const model = scriptedModel([callAdd, callAdd, "3"]);
      await collect(defineAgent({ model, tools: [add], toolChoice }), contextOf(model));
      expect(model.calls.map((call) => call.toolChoice)).toEqual([toolChoice, "auto", "auto"]);
    },
  );

  it("keeps tools from being called in every turn when the choice is none", async () => {
    const model = scriptedModel([callAdd, "3"]);
    const events = await collect(
      defineAgent({ model, tools: [add], toolChoice: "none" }),
      contextOf(model),
    );
    expect(model.calls.map((call) => call.toolChoice)).toEqual(["none", "none"]);
    expect(foldRun(events).toolExecutions).toMatchObject([
      { status: "error", result: "Error: No tool can be called. Answer without one." },
    ]);
  });
});

describe("the end of a run", () => {
  it("does not come with calls beside an empty refusal, which is none", async () => {
    const model = scriptedModel([{ ...callAdd, refusal: "" }, "3"]);
    const run = foldRun(await collect(defineAgent({ model, tools: [add] }), contextOf(model)));
    expect(run).toMatchObject({ text: "3", toolExecutions: [{ name: "add", result: "3" }] });
  });

  it("has the refusal and no output", async () => {
    const model = scriptedModel([{ refusal: "I will not." }]);
    const agent = defineAgent({ model, outputSchema: z.object({ value: z.number() }) });
    const run = foldRun(await collect(agent, contextOf(model)));
    expect(run).toMatchObject({ status: "completed", text: null, refusal: "I will not." });
    expect(run.output).toBeUndefined();
  });

  it("has the reason when the reply misses the schema", async () => {
    const model = scriptedModel(['{"value":"many"}']);
    const agent = defineAgent({ model, outputSchema: z.object({ value: z.number() }) });
    const run = foldRun(await collect(agent, contextOf(model)));
    expect(run.status).toBe("completed");
    expect(run.outputError).toMatch(/^The reply misses the output schema: value: /);
    expect(run.output).toBeUndefined();
  });

  it("is truncated, and half-written calls are not executed, when the reply was cut", async () => {
    const cut = { ...callAdd, text: "Let me", finishReason: "length" as const };
    const model = scriptedModel([cut]);
    const run = foldRun(await collect(defineAgent({ model, tools: [add] }), contextOf(model)));
    expect(run).toMatchObject({ status: "truncated", text: "Let me", toolExecutions: [] });
    expect(run.messages.at(-1)).toMatchObject({ role: "assistant" });
  });

  it.each([
    ["the content filter", { finishReason: "content-filter" as const }],
    ["the model", { refusal: "No." }],
  ])("comes before any tool call when %s refuses", async (_who, refusal) => {
    const model = scriptedModel([{ ...callAdd, ...refusal }]);
    const run = foldRun(await collect(defineAgent({ model, tools: [add] }), contextOf(model)));
    expect(run).toMatchObject({ status: "completed", toolExecutions: [] });
    expect(run.refusal).toEqual(expect.any(String));
  });

  it.each(["stop", "other"] as const)(
    "does not come with tool calls that end for the reason %s",
    async (finishReason) => {
      const model = scriptedModel([{ ...callAdd, finishReason }, "3"]);
      const run = foldRun(await collect(defineAgent({ model, tools: [add] }), contextOf(model)));
      expect(run).toMatchObject({ text: "3", toolExecutions: [{ status: "ok" }] });
    },
  );

  it("is what the model throws", async () => {
    const error = new ProviderError({
      errorClass: "rate-limit",
      message: "slow down",
      provider: "scripted",
    });
    const model = scriptedModel([error]);
    const events: AgentEvent[] = [];
    const run = async (): Promise<void> => {
      for await (const event of defineAgent({ model }).run("q", contextOf(model))) {
        events.push(event);
      }
    };
    await expect(run()).rejects.toBe(error);
    expect(events.map(({ type }) => type)).toEqual(["message"]);
  });

  it("is an error without a model", async () => {
    const agent = defineAgent({ model: scriptedModel([]) });
    await expect(collect(agent, createAttemptContext())).rejects.toThrow("declares no model");
  });
});

describe("an abort", () => {
  const reason = new Error("deadline");

  it("before the run calls nothing", async () => {
    const model = scriptedModel(["42"]);
    const agent = defineAgent({ model });
    await expect(collect(agent, contextOf(model, AbortSignal.abort(reason)))).rejects.toBe(reason);
    expect(model.calls).toHaveLength(0);
  });

  it("during a model call ends the run with its reason", async () => {
    const controller = new AbortController();
    const model = scriptedModel([
      () => {
        controller.abort(reason);
        return new Promise(() => undefined);
      },
    ]);
    const run = collect(defineAgent({ model }), contextOf(model, controller.signal));
    await expect(run).rejects.toBe(reason);
  });

  it("reaches a tool, and ends the run although the tool ignores it", async () => {
    const controller = new AbortController();
    let toolSignal: AbortSignal | undefined;
    const hang = tool({
      name: "hang",
      parameters: z.object({}),
      execute(_input, { signal }) {
        toolSignal = signal;
        controller.abort(reason);
        return new Promise(() => undefined);
      },
    });
    const model = scriptedModel([{ toolCalls: [{ name: "hang", arguments: {} }] }]);
    const run = collect(defineAgent({ model, tools: [hang] }), contextOf(model, controller.signal));
    await expect(run).rejects.toBe(reason);
    expect(toolSignal).toBe(controller.signal);
  });

  it("is not told to the model as an error of the tool that noticed it", async () => {
    const controller = new AbortController();
    const heed = tool({
      name: "heed",
      parameters: z.object({}),
      execute() {
        controller.abort(reason);
        throw new Error("I was aborted");
      },
    });
    const model = scriptedModel([{ toolCalls: [{ name: "heed", arguments: {} }] }]);
    const context = contextOf(model, controller.signal);
    const types: string[] = [];
    const run = async (): Promise<void> => {
      for await (const { type } of defineAgent({ model, tools: [heed] }).run("q", context)) {
        types.push(type);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(types).toEqual(["tools", "message", "message", "usage"]);
  });

  it("between two tool calls keeps the second from being executed", async () => {
    const controller = new AbortController();
    let executed = 0;
    const count = tool({
      name: "count",
      parameters: z.object({}),
      execute() {
        executed += 1;
        return "counted";
      },
    });
    const call = { name: "count", arguments: {} };
    const model = scriptedModel([{ toolCalls: [call, call] }]);
    const context = contextOf(model, controller.signal);
    const run = async (): Promise<void> => {
      for await (const { type } of defineAgent({ model, tools: [count] }).run("q", context)) {
        if (type === "tool-execution") controller.abort(reason);
      }
    };
    await expect(run()).rejects.toBe(reason);
    expect(executed).toBe(1);
  });

  it("leaves no listener behind after many turns", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const listen = signal.addEventListener.bind(signal);
    const forget = signal.removeEventListener.bind(signal);
    signal.addEventListener = ((...args: Parameters<typeof listen>) => {
      listeners += 1;
      listen(...args);
    }) as typeof listen;
    signal.removeEventListener = ((...args: Parameters<typeof forget>) => {
      listeners -= 1;
      forget(...args);
    }) as typeof forget;
    const model = scriptedModel([callAdd, callAdd, callAdd, "3"]);
    const agent = defineAgent({ model, tools: [add] });
    await collect(agent, contextOf(model, signal));
    expect(listeners).toBe(0);
  });
});

describe("concurrent runs", () => {
  it("share nothing but the definition", async () => {
    const model = scriptedModel((request) => {
      const tools = request.messages.filter(({ role }) => role === "tool");
      if (tools.length < (request.attempt?.attemptIndex ?? 0)) return callAdd;
      return `${request.messages.length} messages`;
    });
    const agent = defineAgent({ model, tools: [add] });
    const runs = await Promise.all(
      [0, 1, 2, 3].map(async (attemptIndex) =>
        foldRun(await collect(agent, createAttemptContext({ model, attemptIndex }))),
      ),
    );
    expect(runs.map(({ output }) => output)).toEqual([
      "1 messages",
      "3 messages",
      "5 messages",
      "7 messages",
    ]);
    expect(runs.map(({ toolExecutions }) => toolExecutions.length)).toEqual([0, 1, 2, 3]);
  });
});
