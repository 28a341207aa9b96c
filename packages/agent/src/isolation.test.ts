import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  type AgentRun,
  createAttemptContext,
  foldRun,
  inMemoryStore,
  type Model,
  type ModelRequest,
  type ModelResponse,
  type Store,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import { defineAgent } from "./define-agent.ts";
import { isolationActions } from "./isolation-actions.ts";
import { planAgent } from "./plan-agent.ts";
import { runAgent } from "./run-agent.ts";
import { tool } from "./tool.ts";

type Options = Omit<AgentDefinition, "model" | "outputSchema">;

let directory: string;
beforeEach(async () => {
  directory = await mkdtemp(join(tmpdir(), "isolation-"));
});
afterEach(async () => {
  await rm(directory, { recursive: true });
});

/** Calls a tool first, when one is named, and answers whatever else it is asked. */
function modelThatCalls(name: string | undefined) {
  return scriptedModel(({ messages, output }) => {
    if (output?.name === "facts") return '{"facts":["Is Ada."]}';
    const isDone = messages.at(-1)?.role !== "user" || messages[0]?.role === "system";
    if (name === undefined || isDone) return "ok";
    return { toolCalls: [{ name, arguments: { fact: "Is Ada.", text: "Snow is white." } }] };
  });
}

interface Outcome {
  readonly calls: readonly ModelRequest[];
  readonly run: AgentRun<string>;
  readonly store: Store;
}

async function runLive(options: Options, call?: string): Promise<Outcome> {
  const model = modelThatCalls(call);
  const store = inMemoryStore();
  const run = await runAgent(defineAgent({ ...options, model }), "q", { store });
  return { calls: model.calls, run, store };
}

async function runSealed(options: Options, call?: string): Promise<Outcome> {
  const model = modelThatCalls(call);
  const context = createAttemptContext({ model });
  const events = [];
  for await (const event of defineAgent({ ...options, model }).run("q", context)) {
    events.push(event);
  }
  return { calls: model.calls, run: foldRun(events), store: context.store };
}

async function keysOf({ store }: Outcome): Promise<string[]> {
  return (await store.list("")).map((key) => key.replace(/\/.*/, ""));
}

describe("I19: an attempt writes nothing that a live run writes", () => {
  it("memory capture", async () => {
    const live = await runLive({ memory: true });
    expect(await keysOf(live)).toEqual(["memory"]);
    expect(live.calls).toHaveLength(2);
    const sealed = await runSealed({ memory: true });
    expect(await keysOf(sealed)).toEqual([]);
    expect(sealed.calls).toHaveLength(1);
  });

  it("the memory tool", async () => {
    const memory = { capture: false, tool: true };
    const live = await runLive({ memory }, "remember");
    expect(await keysOf(live)).toEqual(["memory"]);
    expect(live.calls[0]?.tools).toHaveLength(1);
    const sealed = await runSealed({ memory }, "remember");
    expect(await keysOf(sealed)).toEqual([]);
    expect(sealed.calls.map(({ tools }) => tools)).toEqual([undefined, undefined]);
    expect(sealed.run.toolExecutions).toMatchObject([{ name: "remember", status: "error" }]);
  });

  it("the tool that adds knowledge", async () => {
    const added: string[] = [];
    const knowledge = {
      mode: "tool" as const,
      search: () => [],
      add: (text: string) => added.push(text),
    };
    const sealed = await runSealed({ knowledge }, "add_knowledge");
    expect(added).toEqual([]);
    expect(sealed.calls[0]?.tools?.map(({ name }) => name)).toEqual(["search_knowledge"]);
    expect(sealed.run.toolExecutions).toMatchObject([{ name: "add_knowledge", status: "error" }]);
    await runLive({ knowledge }, "add_knowledge");
    expect(added).toEqual(["Snow is white."]);
  });

  it("I8: session summaries", async () => {
    const live = await runLive({ sessionSummaries: true });
    expect(await keysOf(live)).toEqual(["summary"]);
    expect(live.calls).toHaveLength(2);
    const sealed = await runSealed({ sessionSummaries: true });
    expect(await keysOf(sealed)).toEqual([]);
    expect(sealed.calls).toHaveLength(1);
  });

  it("history", async () => {
    expect(await keysOf(await runLive({ history: { runs: 2 } }))).toEqual(["history"]);
    expect(await keysOf(await runSealed({ history: { runs: 2 } }))).toEqual([]);
  });

  it("the file of the response", async () => {
    const saveResponseTo = join(directory, "answer.txt");
    await runSealed({ saveResponseTo });
    expect(await readdir(directory)).toEqual([]);
    await runLive({ saveResponseTo });
    expect(await readdir(directory)).toEqual(["answer.txt"]);
  });

  it("I24: and does it by design: what an option writes is where its isolation action says", () => {
    const { features } = planAgent({
      model: scriptedModel([]),
      memory: true,
      knowledge: { mode: "tool", search: () => [] },
      sessionSummaries: true,
      history: { runs: 1 },
      sessionState: {},
      saveResponseTo: "x",
      secondaryModels: { memory: scriptedModel([]) },
      fallbackModels: [scriptedModel([])],
    });
    const writing = features.filter(({ writes }) => writes !== undefined);
    const sealed = Object.entries(isolationActions).filter(([, act]) => act === "writes-sealed");
    expect(writing.map(({ option }) => option).sort()).toEqual(sealed.map(([key]) => key).sort());
    for (const { option } of features) expect(Object.keys(isolationActions)).toContain(option);
  });
});

describe("I18: an attempt", () => {
  it("sees no earlier turns", async () => {
    const model = scriptedModel(() => "ok");
    const agent = defineAgent({ model, history: { runs: 5 } });
    for (const attemptIndex of [0, 1, 2]) {
      const context = createAttemptContext({ model, attemptIndex });
      for await (const _event of agent.run("q", context));
    }
    expect(model.calls.map(({ messages }) => messages)).toEqual(
      Array(3).fill([{ role: "user", content: "q" }]),
    );
  });
});

/** A model with settings of its own, which keeps no record of its calls. */
function plainModel(modelId: string, answer: (request: ModelRequest) => string): Model {
  const settings = { sampling: { temperature: 1, stop: ["a", "b"] }, cache: true };
  return {
    specVersion: "v1",
    provider: "plain",
    modelId,
    identity: () => ({ policy: { modelId, ...settings.sampling } }),
    generate: async (request): Promise<ModelResponse> => ({
      message: { role: "assistant", content: answer(request) },
      finishReason: "stop",
    }),
    ...{ settings },
  };
}

/** Every path of a graph with what lies there: a primitive, or which object. */
function snapshotOf(root: object): Map<string, unknown> {
  const paths = new Map<string, unknown>();
  const ids = new Map<object, number>();
  const walk = (value: unknown, path: string): void => {
    const isReference =
      (typeof value === "object" && value !== null) || typeof value === "function";
    if (!isReference) {
      paths.set(path, value);
      return;
    }
    const isKnown = ids.has(value);
    if (!isKnown) ids.set(value, ids.size);
    paths.set(path, `object ${ids.get(value)}, ${Object.isFrozen(value) ? "frozen" : "open"}`);
    if (isKnown) return;
    if (value instanceof Map || value instanceof Set) {
      for (const [index, item] of [...value].entries()) walk(item, `${path}(${index})`);
    }
    for (const key of Reflect.ownKeys(value)) {
      const descriptor = Object.getOwnPropertyDescriptor(value, key);
      walk(descriptor?.value, `${path}.${String(key)}`);
    }
  };
  walk(root, "$");
  return paths;
}

describe("I23: the caller's objects", () => {
  it("I5, I8: are the same before and after three concurrent attempts, and no call is made too many", async () => {
    const counts = { model: 0, parser: 0, fallback: 0, memory: 0, summary: 0, search: 0 };
    const count = (name: keyof typeof counts, text: string) => () => {
      counts[name] += 1;
      return text;
    };
    const store = inMemoryStore();
    const corpus = {
      texts: Array.from({ length: 30 }, (_, index) => ({ id: index, text: `Passage ${index}` })),
      index: new Map([["a", new Set([1, 2, 3])]]),
    };
    const definition = {
      name: "support",
      model: plainModel("primary", count("model", "no JSON")),
      instructions: "Be exact.",
      tools: [tool({ name: "own", parameters: z.object({ a: z.string() }), execute: () => "" })],
      outputSchema: z.object({ value: z.number() }),
      memory: { capture: true, tool: true },
      knowledge: {
        mode: "context" as const,
        identity: { corpus: "c", versions: [1, 2, 3] },

        search: () => {
          counts.search += 1;
          return corpus.texts.map(({ text }) => text);
        },
        add: (text: string) => corpus.texts.push({ id: -1, text }),
      },
      sessionSummaries: true,
      history: { runs: 3 },
      sessionState: { cart: { items: ["tea"], total: 3 }, flags: [true, false, null] },
      saveResponseTo: join(directory, "answer.txt"),
      hooks: { beforeRun: () => undefined, afterRun: () => undefined },
      secondaryModels: {
        memory: plainModel("memory", count("memory", '{"facts":["x"]}')),
        summary: plainModel("summary", count("summary", "sum")),
        parser: plainModel("parser", count("parser", '{"value":42}')),
      },
      fallbackModels: [plainModel("fallback", count("fallback", "no"))],
    };
    const agent = defineAgent(definition);
    // zod compiles itself when it is first used.
    definition.outputSchema.safeParse({ value: 1 });
    const root = { definition, agent, store, corpus };
    const before = snapshotOf(root);
    expect(before.size).toBeGreaterThanOrEqual(200);

    const outputs = await Promise.all(
      [0, 1, 2].map(async (attemptIndex) => {
        const context = createAttemptContext({ model: definition.model, attemptIndex });
        const events = [];
        for await (const event of agent.run("q", context)) events.push(event);
        expect(await context.store.list("")).toEqual([`session-state/${context.sessionId}`]);
        return foldRun(events).output;
      }),
    );
    expect(outputs).toEqual(Array(3).fill({ value: 42 }));
    expect([...snapshotOf(root)]).toEqual([...before]);
    expect(await store.list("")).toEqual([]);
    expect(await readdir(directory)).toEqual([]);
    expect(counts).toEqual({ model: 3, parser: 3, search: 3, fallback: 0, memory: 0, summary: 0 });
  });
});
