import {
  type Agent,
  canonicalJson,
  defineEnvironment,
  envFingerprint,
  type JsonObject,
  type Tool,
  type ToolSource,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { defineAgent } from "./define-agent.ts";
import { tool } from "./tool.ts";

const model = scriptedModel([]);
const add = tool({
  name: "add",
  description: "Adds.",
  parameters: z.object({ a: z.number() }),
  execute: ({ a }) => a,
});
const remove = tool({
  name: "remove",
  parameters: z.object({}),
  needsApproval: true,
  execute: () => "removed",
});

function sourceOf(identity: ToolSource["identity"]): ToolSource {
  return {
    specVersion: "v1",
    identity,
    open: async () => ({ tools: [], close: async () => undefined }),
  };
}

async function fingerprintOf(agent: Agent<unknown>): Promise<string> {
  return envFingerprint(
    defineEnvironment({ name: "e", agent, tasks: [{ input: "q" }], scorer: () => true }),
  );
}

const base = { model, instructions: "Be exact.", tools: [add, remove] } as const;

describe("identity", () => {
  it("holds all that shapes the behaviour, as plain JSON", async () => {
    const agent = defineAgent({
      ...base,
      name: "support",
      tools: [remove, sourceOf(async () => ({ kind: "mcp", command: "x" })), add],
      toolChoice: { name: "add" },
      toolCallLimit: 3,
      outputSchema: z.object({ value: z.number() }),
    });
    const identity = await agent.identity();
    const number = { type: "number" };
    expect(identity).toEqual({
      kind: "agent",
      instructions: "Be exact.",
      tools: [
        {
          name: "add",
          description: "Adds.",
          parameters: { type: "object", properties: { a: number }, required: ["a"] },
          needsApproval: false,
        },
        {
          name: "remove",
          description: null,
          parameters: { type: "object", properties: {} },
          needsApproval: true,
        },
      ],
      toolSources: [{ kind: "mcp", command: "x" }],
      toolChoice: { name: "add" },
      toolCallLimit: 3,
      outputSchema: { type: "object", properties: { value: number }, required: ["value"] },
    });
    expect(JSON.parse(JSON.stringify(identity))).toEqual(identity);
    expect(canonicalJson(identity)).toBe(canonicalJson(JSON.parse(JSON.stringify(identity))));
  });

  it("holds the flags, the seed, and the identities of knowledge and of other models", async () => {
    const other = (modelId: string, prompt?: JsonObject) =>
      scriptedModel([], { identity: { policy: { modelId }, prompt } });
    const agent = defineAgent({
      model,
      outputSchema: z.object({}),
      memory: true,
      knowledge: { mode: "tool", search: () => [], identity: { corpus: "manual", version: 3 } },
      sessionSummaries: true,
      history: { runs: 3 },
      sessionState: { cart: [] },
      saveResponseTo: "answer.txt",
      hooks: { beforeRun: () => undefined },
      secondaryModels: { parser: other("p", { system: "Parse." }), memory: other("m") },
      fallbackModels: [other("f")],
    });
    expect(await agent.identity()).toMatchObject({
      tools: [{ name: "search_knowledge", needsApproval: false }],
      memory: { capture: true, tool: false },
      knowledge: {
        mode: "tool",
        canAdd: false,
        corpus: { corpus: "manual", version: 3 },
      },
      sessionSummaries: true,
      history: { runs: 3 },
      sessionState: { cart: [] },
      secondaryModels: {
        memory: { policy: { modelId: "m" }, prompt: null },
        parser: { policy: { modelId: "p" }, prompt: { system: "Parse." } },
      },
      fallbackModels: [{ policy: { modelId: "f" }, prompt: null }],
    });
    expect(Object.keys((await agent.identity()) as JsonObject)).toEqual([
      "kind",
      "instructions",
      "tools",
      "toolSources",
      "toolChoice",
      "toolCallLimit",
      "outputSchema",
      "memory",
      "sessionState",
      "sessionSummaries",
      "knowledge",
      "history",
      "secondaryModels",
      "fallbackModels",
    ]);
  });

  it("has the defaults of an agent that is only a model", async () => {
    expect(await defineAgent({ model }).identity()).toEqual({
      kind: "agent",
      instructions: null,
      tools: [],
      toolSources: [],
      toolChoice: "auto",
      toolCallLimit: 50,
      outputSchema: null,
    });
  });

  it.each<[string, Agent<unknown>]>([
    ["the instructions", defineAgent({ ...base, instructions: "Be brief." })],
    ["the tools", defineAgent({ ...base, tools: [add] })],
    ["a tool choice", defineAgent({ ...base, toolChoice: "required" })],
    ["the tool-call limit", defineAgent({ ...base, toolCallLimit: 1 })],
    ["an output schema", defineAgent({ ...base, outputSchema: z.object({ a: z.number() }) })],
    ["a tool source", defineAgent({ ...base, tools: [add, remove, sourceOf(() => "s")] })],
    ["memory", defineAgent({ ...base, memory: true })],
    ["session summaries", defineAgent({ ...base, sessionSummaries: true })],
    ["history", defineAgent({ ...base, history: { runs: 1 } })],
    ["session state", defineAgent({ ...base, sessionState: {} })],
    ["a fallback model", defineAgent({ ...base, fallbackModels: [model] })],
    [
      "a secondary model",
      defineAgent({ ...base, memory: true, secondaryModels: { memory: model } }),
    ],
    ["an approval", defineAgent({ ...base, tools: [add, { ...remove, needsApproval: false }] })],
    [
      "a description",
      defineAgent({
        ...base,
        tools: [{ ...add, spec: { ...add.spec, description: "Sums." } }, remove],
      }),
    ],
  ])("F3: %s flips the environment fingerprint", async (_what, agent) => {
    expect(await fingerprintOf(agent)).not.toBe(await fingerprintOf(defineAgent(base)));
  });

  it.each<[string, Agent<unknown>]>([
    ["the name", defineAgent({ ...base, name: "support" })],
    ["the model", defineAgent({ ...base, model: scriptedModel([], { modelId: "other" }) })],
    ["the order of the tools", defineAgent({ ...base, tools: [remove, add] })],
    ["the default tool choice", defineAgent({ ...base, toolChoice: "auto" })],
    ["the default limit", defineAgent({ ...base, toolCallLimit: 50 })],
    ["memory that is off", defineAgent({ ...base, memory: false, sessionSummaries: false })],
    ["no fallback model", defineAgent({ ...base, fallbackModels: [], secondaryModels: {} })],
    ["a file for the response", defineAgent({ ...base, saveResponseTo: "answer.txt" })],
    ["hooks, which are code,", defineAgent({ ...base, hooks: { beforeRun: () => undefined } })],
    ["the code of a tool", defineAgent({ ...base, tools: [{ ...add, execute: () => 1 }, remove] })],
  ])("F3, F4: %s does not", async (_what, agent) => {
    expect(await fingerprintOf(agent)).toBe(await fingerprintOf(defineAgent(base)));
  });

  it("tells apart what memory does, how much history there is, the seeds and the fallbacks", async () => {
    const one = scriptedModel([], { modelId: "1" });
    const two = scriptedModel([], { modelId: "2" });
    const agents = [
      defineAgent({ model, memory: true }),
      defineAgent({ model, memory: { tool: true } }),
      defineAgent({ model, memory: { capture: false } }),
      defineAgent({ model, history: { runs: 1 } }),
      defineAgent({ model, history: { runs: 2 } }),
      defineAgent({ model, sessionState: { a: 1 } }),
      defineAgent({ model, sessionState: { a: 2 } }),
      defineAgent({ model, fallbackModels: [one, two] }),
      defineAgent({ model, fallbackModels: [two, one] }),
      defineAgent({ model, memory: true, secondaryModels: { memory: one } }),
      defineAgent({ model, memory: true, secondaryModels: { memory: two } }),
    ];
    const fingerprints = await Promise.all(agents.map(fingerprintOf));
    expect(new Set(fingerprints).size).toBe(agents.length);
  });

  it("does not depend on the order of tool sources", async () => {
    const [one, two] = [sourceOf(() => ({ b: 1 })), sourceOf(() => ({ a: 1 }))];
    const first = await defineAgent({ model, tools: [one, two] }).identity();
    expect(first).toEqual(await defineAgent({ model, tools: [two, one] }).identity());
  });

  it("counts empty instructions as none, in the identity as in the prompt", async () => {
    const identity = await defineAgent({ model, instructions: "" }).identity();
    expect(identity).toMatchObject({ instructions: null });
  });

  it("rejects when a source has none", async () => {
    const broken = sourceOf(() => {
      throw new Error("no identity");
    });
    await expect(defineAgent({ model, tools: [broken] }).identity()).rejects.toThrow("no identity");
  });

  it("F18: opens nothing and calls no model", async () => {
    const tools: readonly (Tool | ToolSource)[] = [
      { ...sourceOf(() => "s"), open: () => Promise.reject(new Error("opened")) },
    ];
    await defineAgent({ model, tools }).identity();
    expect(model.calls).toHaveLength(0);
  });
});
