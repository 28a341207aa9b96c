import {
  type Agent,
  type AgentEvent,
  type AttemptContext,
  createAttemptContext,
  InvalidArgumentError,
  type Tool,
  type ToolSource,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "./define-agent.ts";
import { tool } from "./tool.ts";

function named(name: string, execute: Tool["execute"] = () => name): Tool {
  return { spec: { name, parameters: { type: "object" } }, execute };
}

interface FakeSource extends ToolSource {
  /** What happened to it, in order. */
  readonly log: string[];
  readonly contexts: AttemptContext[];
}

interface FakeSourceOptions {
  readonly tools?: readonly Tool[];
  readonly onOpen?: (context: AttemptContext) => unknown;
  readonly onClose?: () => unknown;
}

function fakeSource({ tools = [], onOpen, onClose }: FakeSourceOptions = {}): FakeSource {
  const log: string[] = [];
  const contexts: AttemptContext[] = [];
  return {
    log,
    contexts,
    specVersion: "v1",
    identity: () => "fake",
    async open(context) {
      contexts.push(context);
      await onOpen?.(context);
      log.push("open");
      return {
        tools,
        async close() {
          log.push("close");
          await onClose?.();
        },
      };
    },
  };
}

async function collect(agent: Agent, context: AttemptContext): Promise<AgentEvent[]> {
  const events: AgentEvent[] = [];
  for await (const event of agent.run("q", context)) events.push(event);
  return events;
}

function fail(message: string): () => never {
  return () => {
    throw new Error(message);
  };
}

const callRemote = { toolCalls: [{ name: "remote", arguments: {} }] };

describe("a tool source", () => {
  it("is opened once per run with its context, offers its tools in place, and is closed", async () => {
    const source = fakeSource({ tools: [named("remote"), named("other")] });
    const model = scriptedModel([callRemote, "done"]);
    const agent = defineAgent({ model, tools: [named("first"), source, named("last")] });
    expect(source.log).toEqual([]);

    const context = createAttemptContext({ model });
    const events = await collect(agent, context);
    expect(source.log).toEqual(["open", "close"]);
    expect(source.contexts).toEqual([context]);
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual([
      "first",
      "remote",
      "other",
      "last",
    ]);
    expect(events).toContainEqual({
      type: "message",
      message: { role: "tool", toolCallId: "call_0_0", content: "remote" },
    });
  });

  it("I16: is opened anew for every run", async () => {
    const source = fakeSource();
    const model = scriptedModel(() => "done");
    const agent = defineAgent({ model, tools: [source] });
    await Promise.all([1, 2, 3].map(() => collect(agent, createAttemptContext({ model }))));
    expect(source.log.filter((entry) => entry === "open")).toHaveLength(3);
    expect(source.log.filter((entry) => entry === "close")).toHaveLength(3);
    expect(new Set(source.contexts).size).toBe(3);
  });

  it("is closed when the model throws", async () => {
    const source = fakeSource();
    const model = scriptedModel([new Error("provider down")]);
    const run = collect(defineAgent({ model, tools: [source] }), createAttemptContext({ model }));
    await expect(run).rejects.toThrow("provider down");
    expect(source.log).toEqual(["open", "close"]);
  });

  it("is closed when the reader leaves", async () => {
    const source = fakeSource();
    const model = scriptedModel([]);
    const agent = defineAgent({ model, tools: [source] });
    for await (const event of agent.run("q", createAttemptContext({ model }))) {
      expect(event.type).toBe("message");
      break;
    }
    expect(source.log).toEqual(["open", "close"]);
  });

  it("is closed when the run aborts within one of its tools that ignores it", async () => {
    const controller = new AbortController();
    const hang = named("remote", () => {
      controller.abort(new Error("deadline"));
      return new Promise(() => undefined);
    });
    const source = fakeSource({ tools: [hang] });
    const model = scriptedModel([callRemote]);
    const context = createAttemptContext({ model, signal: controller.signal });
    const run = collect(defineAgent({ model, tools: [source] }), context);
    await expect(run).rejects.toThrow("deadline");
    expect(source.log).toEqual(["open", "close"]);
  });

  it("is not opened for a run that was aborted before", async () => {
    const source = fakeSource();
    const model = scriptedModel([]);
    const signal = AbortSignal.abort(new Error("deadline"));
    const agent = defineAgent({ model, tools: [source] });
    await expect(collect(agent, createAttemptContext({ model, signal }))).rejects.toThrow(
      "deadline",
    );
    expect(source.log).toEqual([]);
  });

  it("is closed when it opens only after the run has given up", async () => {
    const controller = new AbortController();
    let finishOpening = (): void => undefined;
    const slow = fakeSource({
      onOpen: () =>
        new Promise<void>((resolve) => {
          finishOpening = resolve;
          controller.abort(new Error("deadline"));
        }),
    });
    const first = fakeSource();
    const model = scriptedModel([]);
    const context = createAttemptContext({ model, signal: controller.signal });
    const run = collect(defineAgent({ model, tools: [first, slow] }), context);
    await expect(run).rejects.toThrow("deadline");
    expect(first.log).toEqual(["open", "close"]);
    expect(slow.log).toEqual([]);
    finishOpening();
    await new Promise((resolve) => setImmediate(resolve));
    expect(slow.log).toEqual(["open", "close"]);
  });

  it("that does not open fails the run and has the others closed", async () => {
    const first = fakeSource({ onClose: fail("server hangs on") });
    const broken = fakeSource({ onOpen: fail("no server") });
    const model = scriptedModel([]);
    const agent = defineAgent({ model, tools: [first, broken] });
    await expect(collect(agent, createAttemptContext({ model }))).rejects.toThrow("no server");
    expect(first.log).toEqual(["open", "close"]);
    expect(model.calls).toHaveLength(0);
  });

  it("that does not close fails a run that went well, after its end, and keeps no other open", async () => {
    const broken = fakeSource({ onClose: fail("server hangs on") });
    const other = fakeSource();
    const model = scriptedModel(["done"]);
    const agent = defineAgent({ model, tools: [broken, other] });
    const events: AgentEvent[] = [];
    const run = async (): Promise<void> => {
      for await (const event of agent.run("q", createAttemptContext({ model }))) events.push(event);
    };
    await expect(run()).rejects.toThrow("server hangs on");
    expect(events.at(-1)).toMatchObject({ type: "end", status: "completed" });
    expect(other.log).toEqual(["open", "close"]);
  });

  it("is closed in reverse order, one after another", async () => {
    const log: string[] = [];
    const closing = (name: string) =>
      fakeSource({
        async onClose() {
          log.push(`${name} closing`);
          await new Promise((resolve) => setImmediate(resolve));
          log.push(`${name} closed`);
        },
      });
    const model = scriptedModel(["done"]);
    const agent = defineAgent({ model, tools: [closing("first"), closing("second")] });
    await collect(agent, createAttemptContext({ model }));
    expect(log).toEqual(["second closing", "second closed", "first closing", "first closed"]);
  });

  it("tells of every source that does not close", async () => {
    const sources = [fakeSource({ onClose: fail("a") }), fakeSource({ onClose: fail("b") })];
    const model = scriptedModel(["done"]);
    const run = collect(defineAgent({ model, tools: sources }), createAttemptContext({ model }));
    const error: unknown = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(AggregateError);
    expect((error as AggregateError).errors).toMatchObject([{ message: "b" }, { message: "a" }]);
  });

  it("that does not close never hides what went wrong before", async () => {
    const broken = fakeSource({ onClose: fail("server hangs on") });
    const model = scriptedModel([new Error("provider down")]);
    const run = collect(defineAgent({ model, tools: [broken] }), createAttemptContext({ model }));
    await expect(run).rejects.toThrow("provider down");
  });

  it.each<[string, ToolSource, string]>([
    ["a name that is taken", fakeSource({ tools: [named("first")] }), "support.tools[1].tools[0]"],
    [
      "one name twice",
      fakeSource({ tools: [named("a"), named("a")] }),
      "support.tools[1].tools[1]",
    ],
    ["a bad name", fakeSource({ tools: [named("a.b")] }), "support.tools[1].tools[0].spec.name"],
    [
      "no list of tools",
      fakeSource({ tools: {} as never }),
      "what support.tools[1].open() gives as tools",
    ],
  ])("is refused, and closed, when it brings %s", async (_what, source, argument) => {
    const model = scriptedModel([]);
    const agent = defineAgent({ name: "support", model, tools: [named("first"), source] });
    const run = collect(agent, createAttemptContext({ model }));
    const error: unknown = await run.catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ argument });
    expect((source as FakeSource).log).toEqual(["open", "close"]);
    expect(model.calls).toHaveLength(0);
  });

  it("can bring the tool that a tool choice names, and must", async () => {
    const model = scriptedModel(["done"]);
    const toolChoice = { name: "remote" };
    const good = defineAgent({
      model,
      toolChoice,
      tools: [fakeSource({ tools: [named("remote")] })],
    });
    await collect(good, createAttemptContext({ model }));
    expect(model.calls[0]?.toolChoice).toEqual(toolChoice);
    const bad = defineAgent({ model, toolChoice, tools: [fakeSource({ tools: [named("x")] })] });
    await expect(collect(bad, createAttemptContext({ model }))).rejects.toThrow(
      'toolChoice names "remote", which is none of the tools (x)',
    );
    const none = defineAgent({ model, toolChoice: "required", tools: [fakeSource()] });
    await expect(collect(none, createAttemptContext({ model }))).rejects.toThrow(
      "there is no tool to call",
    );
  });

  it("without tools leaves a run with none", async () => {
    const model = scriptedModel(["done"]);
    await collect(
      defineAgent({ model, toolChoice: "none", tools: [fakeSource()] }),
      createAttemptContext({ model }),
    );
    expect(model.calls[0]?.tools).toBeUndefined();
    expect(model.calls[0]?.toolChoice).toBeUndefined();
  });

  it("may bring tools made with tool()", async () => {
    const typed = tool({
      name: "remote",
      parameters: z.object({ n: z.number().default(2) }),
      execute: ({ n }) => n * 2,
    });
    const model = scriptedModel([callRemote, "done"]);
    const agent = defineAgent({ model, tools: [fakeSource({ tools: [typed] })] });
    const events = await collect(agent, createAttemptContext({ model }));
    expect(events.find(({ type }) => type === "tool-execution")).toMatchObject({
      execution: { status: "ok", result: "4" },
    });
  });
});
