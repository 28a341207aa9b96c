import { defineAgent } from "@rollouts/agent";
import { type Agent, type AgentInput, defineEnvironment, type ToolSource } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { connect, memoServer } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";
import { openSource } from "./open-source.test-helper.ts";

/** Calls `remember` with the letter of its task, and answers with what it is told. */
function memoModel() {
  return scriptedModel(({ messages }) => {
    const last = messages.at(-1);
    if (last?.role === "tool") return last.content;
    return { toolCalls: [{ name: "remember", arguments: { item: "a" } }] };
  });
}

function run(agent: AgentInput<string>) {
  const env = defineEnvironment({
    name: "memo",
    tasks: [{ input: "Remember a.", expected: "a" }],
    agent,
    scorer: (finished, expected) => finished.output === expected,
  });
  return runRollouts(env, { k: 3 });
}

const asFactory = "Pass a factory that makes a fresh agent: agent: () => defineAgent({ ... }).";

describe("a live client", () => {
  it("is used as it is, shared by all runs of its source, and left open", async () => {
    const client = await connect(memoServer());
    const source = mcpTools({ client });
    expect(await source.identity()).toMatchObject({ tools: [{ name: "remember" }] });
    for (const expected of ["a", "a a"]) {
      const { call, close } = await openSource(source);
      expect(await call("remember", { item: "a" })).toBe(expected);
      await close();
    }
    expect(client.transport).toBeDefined();
    await client.close();
  });

  it("that was closed is a failure of the server", async () => {
    const client = await connect(memoServer());
    const source = mcpTools({ client });
    const { call, close } = await openSource(source);
    await client.close();
    await expect(call("remember")).rejects.toThrow(
      'The MCP server behind a live client failed during the call of "remember": Not connected.',
    );
    await expect(close()).rejects.toMatchObject({ name: "McpServerError" });
    await expect(openSource(source)).rejects.toThrow("could not be opened: Not connected.");
  });

  it("is refused when it is not connected", async () => {
    const client = await connect(memoServer());
    await client.close();
    expect(() => mcpTools({ client })).toThrow("client must be a connected client of the SDK");
  });
});

describe("which connections an environment may hold", () => {
  it("M1 refuses a live agent with a live client before any attempt, with the factory form", async () => {
    const client = await connect(memoServer());
    const model = memoModel();
    const agent = defineAgent({ model, tools: [mcpTools({ client })] });
    await expect(run(agent)).rejects.toThrow(`The agent holds 1 live connection(s)`);
    await expect(run(agent)).rejects.toThrow(asFactory);
    expect(model.calls).toEqual([]);
  });

  it("M2 finds a live client behind other sources, in a source of one's own, and in a nested agent", async () => {
    const client = await connect(memoServer());
    const live = mcpTools({ client });
    const model = memoModel();
    const beside = [mcpTools({ server: memoServer, prefix: "own_" }), live];
    const wrapped: ToolSource = { ...live, open: (context) => live.open(context) };
    const nested: Agent = { ...defineAgent({ model, tools: [live] }), identity: () => "outer" };
    const agents = [
      defineAgent({ model, tools: beside }),
      defineAgent({ model, tools: [wrapped] }),
      nested,
    ];
    for (const agent of agents) await expect(run(agent)).rejects.toThrow(asFactory);
    expect(model.calls).toEqual([]);
  });

  it("M3 allows a factory that connects a client for each agent", async () => {
    const model = memoModel();
    const result = await run(async () => {
      const client = await connect(memoServer());
      return defineAgent({ model, tools: [mcpTools({ client })] });
    });
    expect(result.taskResults[0]?.passRate).toBe(1);
  });

  it("M3 allows a live agent whose source connects by itself, each attempt with a state of its own", async () => {
    const model = memoModel();
    const result = await run(defineAgent({ model, tools: [mcpTools({ server: memoServer })] }));
    expect(result.taskResults[0]?.passRate).toBe(1);
    expect(result.warnings).toEqual([]);
    expect(result.envFingerprint).toMatch(/^envfp1:/);
  });

  it.each([
    ["a function that gives them", () => [mcpTools({ server: memoServer })]],
    ["an async function", async () => [mcpTools({ server: memoServer })]],
    ["a function with parameters", (user: string) => [mcpTools({ server: memoServer }), user]],
  ])("M4 M6 refuses tools behind %s, on a live agent and in a factory", async (_name, tools) => {
    const model = memoModel();
    const define = () => defineAgent({ model, tools: tools as never });
    expect(define).toThrow("tools must be a list of tools");
    await expect(run(define)).rejects.toThrow("tools must be a list of tools");
    expect(model.calls).toEqual([]);
  });

  it("M5 refuses a factory whose agents share a live client", async () => {
    const client = await connect(memoServer());
    const model = memoModel();
    await expect(run(() => defineAgent({ model, tools: [mcpTools({ client })] }))).rejects.toThrow(
      "The agent factory gave two agents that hold the same live connection",
    );
    expect(model.calls).toEqual([]);
  });
});
