import { join } from "node:path";
import { defineAgent } from "@rollouts/agent";
import { defineEnvironment, type ModelRequest, type ToolSource } from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { type PartialReply, scriptedModel } from "@rollouts/testing";
import { describe, expect, it } from "vitest";
import { memoServer } from "./in-memory.test-helper.ts";
import { mcpTools } from "./mcp-tools.ts";

const script = join(import.meta.dirname, "__fixtures__/stdio-server.mjs");
const stdioTools = (env: Record<string, string> = {}) =>
  mcpTools({ command: process.execPath, args: [script], env });

/** Calls one tool, which `choose` picks for the attempt, and answers with what it is told. */
function callingModel(choose: (request: ModelRequest) => string) {
  return scriptedModel((request): PartialReply => {
    const last = request.messages.at(-1);
    if (last?.role === "tool") return { text: last.content };
    return { toolCalls: [{ name: choose(request), arguments: { item: "a" } }] };
  });
}

function environment(tools: readonly ToolSource[], model: ReturnType<typeof callingModel>) {
  return defineEnvironment({
    name: "memo",
    tasks: [{ id: "memo", input: "Remember a.", expected: "a" }],
    agent: defineAgent({ model, tools }),
    scorer: (run, expected) => run.output === expected,
  });
}

describe("attempts with an MCP server", { timeout: 60_000 }, () => {
  it("are lost one by one: a server that crashes costs its own attempt only", async () => {
    const model = callingModel(({ attempt }) =>
      attempt?.attemptIndex === 1 ? "crash" : "remember",
    );
    const result = await runRollouts(environment([stdioTools()], model), { k: 4, concurrency: 2 });

    const attempts = result.taskResults[0]?.attempts ?? [];
    expect(attempts.map(({ stopReason }) => stopReason)).toEqual([
      "completed",
      "error",
      "completed",
      "completed",
    ]);
    expect(attempts.map(({ score }) => score?.passed ?? null)).toEqual([true, null, true, true]);
    expect(attempts[1]).toMatchObject({
      errorType: "McpServerError",
      error: expect.stringContaining("It wrote to its stderr: out of luck"),
      unscored: { cause: "error" },
      run: { toolExecutions: [{ name: "crash", status: "error" }] },
    });
  });

  it("have the failure of a tool as a failed execution, and go on", async () => {
    const model = callingModel(() => "remember");
    const tools = mcpTools({ server: memoServer, callTimeoutMs: 60_000 });
    const failing: ToolSource = {
      ...tools,
      async open(context) {
        const { tools: opened, close } = await tools.open(context);
        const execute = () => opened[0]?.execute("no object", context);
        return { tools: opened.map((tool) => ({ ...tool, execute })), close };
      },
    };
    const result = await runRollouts(environment([failing], model), { k: 1 });
    expect(result.taskResults[0]?.attempts[0]).toMatchObject({
      stopReason: "completed",
      score: { passed: false },
      run: { toolExecutions: [{ status: "error" }] },
    });
  });

  it("use two servers of one kind by their prefixes", async () => {
    const model = callingModel(() => "b_remember");
    const sources = ["a_", "b_"].map((prefix) => mcpTools({ server: memoServer, prefix }));
    const result = await runRollouts(environment(sources, model), { k: 2 });
    expect(result.taskResults[0]?.passRate).toBe(1);
    expect(model.calls[0]?.tools?.map(({ name }) => name)).toEqual(["a_remember", "b_remember"]);
  });

  it("end with an error when a server cannot be opened, and the run has no fingerprint", async () => {
    const model = callingModel(() => "remember");
    const broken = stdioTools({ BROKEN: "true" });
    const result = await runRollouts(environment([broken], model), { k: 2 });
    expect(result.taskResults[0]?.attempts[0]).toMatchObject({
      stopReason: "error",
      errorType: "McpServerError",
    });
    expect(result.envFingerprint).toBeNull();
    expect(result.warnings.join()).toContain("could not be opened");
    expect(model.calls).toEqual([]);
  });
});
