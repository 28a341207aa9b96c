import {
  InvalidArgumentError,
  type Model,
  type Tool,
  type ToolSource,
  UnsupportedSpecVersionError,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import { defineAgent } from "./define-agent.ts";
import { tool } from "./tool.ts";

const model = scriptedModel([]);
const lookUp = tool({ name: "look_up", parameters: z.object({}), execute: () => "found" });
const remember = tool({ name: "remember", parameters: z.object({}), execute: () => "" });
const search = () => [];
const source: ToolSource = {
  specVersion: "v1",
  identity: () => ({ kind: "fake" }),
  open: async () => ({ tools: [], close: async () => undefined }),
};

/** Defines an agent of options that the types would refuse. */
function define(options: object): unknown {
  return defineAgent({ model, ...options } as AgentDefinition & { outputSchema?: undefined });
}

function errorOf(act: () => unknown): unknown {
  try {
    act();
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("defineAgent", () => {
  it.each<[string, object, string, RegExp]>([
    [
      "a model name",
      { model: "gpt-5.5" },
      "model",
      /such as openai\("gpt-5\.5"\) of @rollouts\/prov/,
    ],
    ["no model", { model: undefined }, "model", /model must be a Model, such as .*got undefined/],
    ["a model without identity", { model: { ...model, identity: undefined } }, "model", /a Model/],
    ["an unknown option", { prompt: "x" }, "defineAgent.prompt", /unknown key "prompt"/],
    ["a name that is no string", { name: 7 }, "name", /name must be a string, got 7/],
    ["instructions as a list", { instructions: ["a"] }, "instructions", /got an array of 1/],
    ["a negative limit", { toolCallLimit: -1 }, "toolCallLimit", /integer from 0, got -1/],
    ["a fraction as limit", { toolCallLimit: 2.5 }, "toolCallLimit", /integer from 0, got 2\.5/],
    ["no number as limit", { toolCallLimit: "3" }, "toolCallLimit", /integer from 0, got "3"/],
    ["an endless limit", { toolCallLimit: Infinity }, "toolCallLimit", /got Infinity/],
    ["tools as an object", { tools: { lookUp } }, "tools", /must be a list of tools/],
    ["a function as a tool", { tools: [() => 1] }, "tools[0]", /must be a tool made with tool\(\)/],
    ["a promise as a tool", { tools: [lookUp, Promise.resolve()] }, "tools[1]", /got a Promise/],
    ["null as a tool", { tools: [null] }, "tools[0]", /got null/],
    ["two tools of one name", { tools: [lookUp, lookUp] }, "tools[1]", /tools\[0\] and tools\[1\]/],
    ["a choice without tools", { toolChoice: "auto" }, "toolChoice", /there are no tools/],
    ["an unknown choice", { tools: [lookUp], toolChoice: "any" }, "toolChoice", /got "any"/],
    [
      "a choice of no tool",
      { tools: [lookUp], toolChoice: { name: "look" } },
      "toolChoice",
      /"look", which is none of the tools \(look_up\)/,
    ],
    ["a JSON Schema as output", { outputSchema: { type: "object" } }, "outputSchema", /z\.object/],
    ["memory by name", { memory: "on" }, "memory", /must be true or \{ capture, tool \}, got "on"/],
    ["an unknown part of memory", { memory: { user: 1 } }, "memory.user", /unknown key "user"/],
    ["a number as capture", { memory: { capture: 1 } }, "memory.capture", /true or false, got 1/],
    ["a text as memory tool", { memory: { tool: "x" } }, "memory.tool", /true or false, got "x"/],
    [
      "a function as knowledge",
      { knowledge: () => [] },
      "knowledge",
      /must be \{ search, mode, add, identity \}, got function knowledge/,
    ],
    ["knowledge without search", { knowledge: { mode: "tool" } }, "knowledge.search", /a function/],
    [
      "knowledge without a mode",
      { knowledge: { search } },
      "knowledge.mode",
      /"tool" or "context"/,
    ],
    [
      "knowledge that cannot add",
      { knowledge: { search, mode: "tool", add: true } },
      "knowledge.add",
      /a function \(text, context\), got true/,
    ],
    [
      "an unknown part of knowledge",
      { knowledge: { search, mode: "tool", top: 5 } },
      "knowledge.top",
      /unknown key "top"/,
    ],
    [
      "a date as identity of knowledge",
      { knowledge: { search, mode: "tool", identity: { at: new Date(0) } } },
      "knowledge.identity",
      /must be plain JSON: \$\.at: a Date/,
    ],
    [
      "a text as summaries",
      { sessionSummaries: "x" },
      "sessionSummaries",
      /true or false, got "x"/,
    ],
    ["a number as history", { history: 3 }, "history", /must be \{ runs \}, got 3/],
    ["a history of nothing", { history: { runs: 0 } }, "history.runs", /integer from 1, got 0/],
    ["half a run of history", { history: { runs: 1.5 } }, "history.runs", /got 1\.5/],
    ["an unknown part of history", { history: { n: 1 } }, "history.n", /unknown key "n"/],
    [
      "a list as session state",
      { sessionState: [1] },
      "sessionState",
      /a JSON object, got an array/,
    ],
    [
      "a function in the session state",
      { sessionState: { a: { b: () => 1 } } },
      "sessionState",
      /must be plain JSON: \$\.a\.b: function b/,
    ],
    ["an empty path", { saveResponseTo: "" }, "saveResponseTo", /the path of a file, got ""/],
    ["a URL as path", { saveResponseTo: new URL("file:///x") }, "saveResponseTo", /got a URL/],
    ["a function as hooks", { hooks: () => 1 }, "hooks", /\{ beforeRun, afterRun \}/],
    ["an unknown hook", { hooks: { onEnd: () => 1 } }, "hooks.onEnd", /unknown key "onEnd"/],
    ["a hook that is none", { hooks: { afterRun: 1 } }, "hooks.afterRun", /a function, got 1/],
    ["a list of secondary models", { secondaryModels: [model] }, "secondaryModels", /got an array/],
    [
      "a secondary model by name",
      { memory: true, secondaryModels: { memory: "gpt-5.5" } },
      "secondaryModels.memory",
      /secondaryModels\.memory must be a Model, such as openai\("gpt-5\.5"\)/,
    ],
    [
      "an unknown role",
      { secondaryModels: { judge: model } },
      "secondaryModels.judge",
      /unknown key "judge"/,
    ],
    [
      "a memory model without capture",
      { memory: { capture: false }, secondaryModels: { memory: model } },
      "secondaryModels.memory",
      /would never be called: nothing is captured\. Turn memory on, or leave it out\./,
    ],
    [
      "a summary model without summaries",
      { secondaryModels: { summary: model } },
      "secondaryModels.summary",
      /there are no session summaries\. Turn sessionSummaries on, or leave it out\./,
    ],
    [
      "a parser without a schema",
      { secondaryModels: { parser: model } },
      "secondaryModels.parser",
      /there is no schema to parse into\. Add an outputSchema, or leave it out\./,
    ],
    ["one model as fallbacks", { fallbackModels: model }, "fallbackModels", /a list of models/],
    [
      "a fallback that is no model",
      { fallbackModels: [model, null] },
      "fallbackModels[1]",
      /fallbackModels\[1\] must be a Model, such as .*got null/,
    ],
    [
      "a tool named like one of the agent's own",
      { tools: [remember], memory: { tool: true } },
      "the tool of memory",
      /tools\[0\] and the tool of memory are both named "remember"/,
    ],
    [
      "a choice of a tool that attempts lack",
      { memory: { tool: true }, toolChoice: "required" },
      "toolChoice",
      /toolChoice is set, but there are no tools/,
    ],
    ["a date in the output", { outputSchema: z.object({ at: z.date() }) }, "outputSchema", /Date/],
  ])("refuses %s", (_what, options, argument, message) => {
    const error = errorOf(() => define(options));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ argument, message: expect.stringMatching(message) });
  });

  it("I14: refuses an option that has no isolation action, since it does not know it", () => {
    expect(errorOf(() => define({ cultureManager: { db: {} } }))).toMatchObject({
      argument: "defineAgent.cultureManager",
      message: expect.stringContaining('unknown key "cultureManager"'),
    });
  });

  it("refuses options that are no object", () => {
    expect(
      errorOf(() =>
        defineAgent(undefined as unknown as AgentDefinition & { outputSchema?: undefined }),
      ),
    ).toBeInstanceOf(InvalidArgumentError);
  });

  it("names the agent in errors about its tools", () => {
    const error = errorOf(() => define({ name: "support", tools: [lookUp, lookUp] }));
    expect(error).toMatchObject({
      argument: "support.tools[1]",
      message: expect.stringContaining(
        'support.tools[0] and support.tools[1] are both named "look_up"',
      ),
    });
  });

  it.each<[string, Partial<Tool["spec"]>, string]>([
    ["a name with a dot", { name: "files.read" }, "tools[0].spec.name"],
    ["a name of 65 letters", { name: "a".repeat(65) }, "tools[0].spec.name"],
    ["no parameters", { parameters: undefined as never }, "tools[0].spec.parameters"],
  ])("refuses a handmade tool with %s", (_what, spec, argument) => {
    const handmade = { ...lookUp, spec: { ...lookUp.spec, ...spec } };
    expect(errorOf(() => define({ tools: [handmade] }))).toMatchObject({ argument });
  });

  it("refuses models and tool sources of another contract", () => {
    const newer = { ...model, specVersion: "v2" } as unknown as Model;
    expect(errorOf(() => define({ model: newer }))).toBeInstanceOf(UnsupportedSpecVersionError);
    const newerSource = { ...source, specVersion: "v2" };
    expect(errorOf(() => define({ tools: [newerSource] }))).toBeInstanceOf(
      UnsupportedSpecVersionError,
    );
    expect(errorOf(() => define({ tools: [{ ...source, identity: undefined }] }))).toMatchObject({
      argument: "tools[0].identity",
    });
  });

  it("refuses before the model is called or a source is opened", () => {
    let opened = 0;
    const counting: ToolSource = {
      ...source,
      open: async () => {
        opened += 1;
        return { tools: [], close: async () => undefined };
      },
    };
    errorOf(() => define({ tools: [counting], outputSchema: z.bigint() }));
    expect(opened).toBe(0);
    expect(model.calls).toHaveLength(0);
  });

  it("gives a frozen agent with the model that it was given", () => {
    const agent = defineAgent({ model, tools: [lookUp] });
    expect(Object.isFrozen(agent)).toBe(true);
    expect(agent.specVersion).toBe("v1");
    expect(agent.model).toBe(model);
  });

  it("is not changed by what happens to its options afterwards", async () => {
    const parameters = { type: "object", title: "before" };
    const tools: Tool[] = [{ spec: { name: "raw", parameters }, execute: () => "ok" }];
    const agent = defineAgent({ model, tools });
    const before = JSON.stringify(await agent.identity());
    parameters.title = "after";
    tools.push(lookUp);
    expect(JSON.stringify(await agent.identity())).toBe(before);
  });

  it("has the connections of its tool sources", () => {
    const connection = { id: 1 };
    const connected: ToolSource = { ...source, connections: () => [connection] };
    expect(defineAgent({ model }).connections?.()).toEqual([]);
    const agent = defineAgent({ model, tools: [source, lookUp, connected] });
    expect(agent.connections?.()).toEqual([connection]);
    expect(agent.connections?.()[0]).toBe(connection);
  });

  it("allows a tool choice that only a source can satisfy", () => {
    const agent = defineAgent({ model, tools: [source], toolChoice: { name: "later" } });
    expect(agent.specVersion).toBe("v1");
  });
});
