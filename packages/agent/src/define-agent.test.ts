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
      /write openai\("gpt-5\.5"\) of @rollouts\/prov/,
    ],
    ["no model", { model: undefined }, "model", /model must be a model, such as .*got undefined/],
    ["a model without identity", { model: { ...model, identity: undefined } }, "model", /a Model/],
    ["an unknown option", { prompt: "x" }, "defineAgent.prompt", /unknown key "prompt"/],
    ["a later option", { memory: true }, "defineAgent.memory", /unknown key "memory"/],
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
    ["a date in the output", { outputSchema: z.object({ at: z.date() }) }, "outputSchema", /Date/],
  ])("refuses %s", (_what, options, argument, message) => {
    const error = errorOf(() => define(options));
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({ argument, message: expect.stringMatching(message) });
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
