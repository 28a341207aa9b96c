import {
  type AgentRun,
  createAttemptContext,
  foldRun,
  type Tool,
  type ToolSpec,
} from "@rollouts/core";
import { type ScriptedModel, type ScriptedToolCall, scriptedModel } from "@rollouts/testing";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { AgentDefinition } from "./agent-definition.ts";
import { defineAgent } from "./define-agent.ts";
import { tool } from "./tool.ts";

const double = tool({
  name: "double",
  parameters: z.object({ n: z.number() }),
  execute: ({ n }) => 2 * n,
});
const doubleTwo = { name: "double", arguments: { n: 2 } };

/** A tool of any name whose parameters nobody checks. */
function rawTool(
  execute: Tool["execute"],
  options: Partial<ToolSpec> & { needsApproval?: boolean } = {},
): Tool {
  const { needsApproval, ...spec } = options;
  return { spec: { name: "raw", parameters: { type: "object" }, ...spec }, needsApproval, execute };
}

async function run(
  model: ScriptedModel,
  options: Omit<AgentDefinition, "model" | "outputSchema">,
): Promise<AgentRun<string>> {
  const events = [];
  const agent = defineAgent({ ...options, model });
  for await (const event of agent.run("q", createAttemptContext({ model }))) events.push(event);
  model.assertUsedUp();
  return foldRun(events);
}

/** Runs one turn with these calls, then the answer "done". */
async function runCalls(
  toolCalls: readonly ScriptedToolCall[],
  tools: readonly Tool[],
): Promise<AgentRun<string>> {
  return run(scriptedModel([{ toolCalls }, "done"]), { tools });
}

/** L1: some refusal belongs to no execution. */
function hitsLimit({ messages, toolExecutions }: AgentRun): boolean {
  const executed = new Set(toolExecutions.map(({ toolCallId }) => toolCallId));
  return messages.some(
    (message) => message.role === "tool" && message.isError && !executed.has(message.toolCallId),
  );
}

describe("a tool call", () => {
  it("is answered in place, one after another, in order", async () => {
    const order: string[] = [];
    const slow = rawTool(async () => {
      order.push("slow begins");
      await new Promise((resolve) => setImmediate(resolve));
      order.push("slow ends");
      return "slow";
    });
    const fast = rawTool(() => order.push("fast") && "fast", { name: "fast" });
    const { messages } = await runCalls(
      [
        { name: "raw", arguments: {} },
        { name: "fast", arguments: {} },
      ],
      [slow, fast],
    );
    expect(order).toEqual(["slow begins", "slow ends", "fast"]);
    expect(messages.slice(2)).toEqual([
      { role: "tool", toolCallId: "call_0_0", content: "slow" },
      { role: "tool", toolCallId: "call_0_1", content: "fast" },
      { role: "assistant", content: "done" },
    ]);
  });

  it.each<[string, ScriptedToolCall, RegExp]>([
    [
      "names no tool",
      { name: "halve", arguments: { n: 2 } },
      /^Error: There is no tool named "halve"\. The tools are double, raw\.$/,
    ],
    [
      "names a member of every object",
      { name: "__proto__", arguments: {} },
      /^Error: There is no tool/,
    ],
    ["has arguments that are not JSON", { name: "double", rawArguments: '{"n":' }, /not JSON/],
    ["misses the schema", { name: "double", arguments: { n: "2" } }, /do not fit its schema: n: /],
    ["has no arguments where some are needed", { name: "double", rawArguments: "" }, /schema: n: /],
    ["has a list for arguments", { name: "double", arguments: [2] }, /do not fit its schema/],
  ])("is an error that the model may correct when it %s", async (_what, call, result) => {
    const raw = rawTool(() => "never");
    const model = scriptedModel([{ toolCalls: [call] }, { toolCalls: [doubleTwo] }, "4"]);
    const { toolExecutions, messages, output } = await run(model, { tools: [double, raw] });
    expect(output).toBe("4");
    expect(toolExecutions).toMatchObject([
      { name: call.name, status: "error", result: expect.stringMatching(result) },
      { name: "double", status: "ok", result: "4" },
    ]);
    expect(messages[2]).toEqual({
      role: "tool",
      toolCallId: "call_0_0",
      content: toolExecutions[0]?.result,
      isError: true,
    });
  });

  it.each<[string, unknown, string]>([
    ["an error", new TypeError("no such order"), "Error: no such order"],
    ["an error without words", new Error(""), "Error: The tool failed and said nothing."],
    ["a string", "boom", "Error: boom"],
    ["nothing", undefined, "Error: undefined"],
    ["null", null, "Error: null"],
    ["an object", { code: 7 }, "Error: an object"],
    ["an error that cannot be read", hostileError(), expect.stringMatching(/^Error: ./)],
  ])("is an error when the tool throws or rejects with %s", async (_what, thrown, result) => {
    const throwing = rawTool(() => {
      throw thrown;
    });
    const rejecting = rawTool(() => Promise.reject(thrown), { name: "rejecting" });
    const { toolExecutions, output } = await runCalls(
      [
        { name: "raw", arguments: {} },
        { name: "rejecting", arguments: {} },
      ],
      [throwing, rejecting],
    );
    expect(toolExecutions).toMatchObject([
      { status: "error", result },
      { status: "error", result },
    ]);
    expect(output).toBe("done");
  });

  it.each<[string, unknown, string, string]>([
    ["nothing", undefined, "ok", "The tool returned nothing."],
    ["an object", { a: [1] }, "ok", '{"a":[1]}'],
    [
      "a bigint",
      1n,
      "error",
      "Error: The tool ran, but its result cannot be written as JSON: Do not know how to serialize a BigInt",
    ],
  ])("tells the model of a result that is %s", async (_what, value, status, result) => {
    const { toolExecutions } = await runCalls(
      [{ name: "raw", arguments: {} }],
      [rawTool(() => value)],
    );
    expect(toolExecutions).toMatchObject([{ status, result }]);
  });

  it("without any arguments text is a call with none", async () => {
    const inputs: unknown[] = [];
    const { toolExecutions } = await runCalls(
      [{ name: "raw", rawArguments: "" }],
      [rawTool((input) => inputs.push(input))],
    );
    expect(inputs).toEqual([{}]);
    expect(toolExecutions).toMatchObject([{ rawArguments: "", arguments: {}, status: "ok" }]);
  });

  it("records the arguments as they came, whatever the tool does to its input", async () => {
    const spoil = rawTool((input) => {
      (input as { list: unknown[] }).list.push("spoilt");
      return "ok";
    });
    const { toolExecutions } = await runCalls([{ name: "raw", arguments: { list: [] } }], [spoil]);
    expect(toolExecutions[0]?.arguments).toEqual({ list: [] });
  });

  it.each([
    ["not JSON", "{"],
    ["too deep for whoever writes the result", `${'{"n":'.repeat(5e4)}1${"}".repeat(5e4)}`],
  ])(
    "records no arguments when they were %s, and no duration when nothing ran",
    async (_what, rawArguments) => {
      const { toolExecutions } = await runCalls(
        [{ name: "raw", rawArguments }],
        [rawTool(() => 1)],
      );
      expect(toolExecutions[0]).toMatchObject({ status: "error", rawArguments });
      expect(toolExecutions[0]).not.toHaveProperty("arguments");
      expect(toolExecutions[0]).not.toHaveProperty("durationMs");
    },
  );

  it("takes arguments with a prototype key as data", async () => {
    const inputs: unknown[] = [];
    const call = { name: "raw", rawArguments: '{"__proto__":{"admin":true}}' };
    await runCalls([call], [rawTool((input) => inputs.push(input))]);
    expect((inputs[0] as { admin?: boolean }).admin).toBeUndefined();
  });

  it("is always answered, whatever the model writes", async () => {
    const call = fc.record({
      name: fc.oneof(fc.constantFrom("double", "raw"), fc.string()),
      rawArguments: fc.oneof(fc.json(), fc.string(), fc.constant('{"n":1}')),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(call, { minLength: 1, maxLength: 5 }), async (toolCalls) => {
        const echo = rawTool((input) => input);
        const { messages, toolExecutions, status } = await runCalls(toolCalls, [double, echo]);
        expect(status).toBe("completed");
        expect(toolExecutions).toHaveLength(toolCalls.length);
        const answered = messages.flatMap((message) =>
          message.role === "tool" ? [message.toolCallId] : [],
        );
        expect(answered).toEqual(toolCalls.map((_call, index) => `call_0_${index}`));
      }),
      { numRuns: 50 },
    );
  });
});

describe("the tool-call limit", () => {
  const calls = (count: number): { toolCalls: readonly ScriptedToolCall[] } => ({
    toolCalls: Array.from({ length: count }, () => doubleTwo),
  });

  it("L1, L2: refuses the calls beyond it with a message and no execution", async () => {
    const model = scriptedModel([calls(1), calls(2), "4"]);
    const result = await run(model, { tools: [double], toolCallLimit: 2 });
    expect(result).toMatchObject({ status: "completed", output: "4" });
    expect(result.toolExecutions.map(({ toolCallId }) => toolCallId)).toEqual([
      "call_0_0",
      "call_1_0",
    ]);
    expect(result.messages.at(-2)).toEqual({
      role: "tool",
      toolCallId: "call_1_1",
      content:
        "Not executed: the limit of tool calls in this run, 2, is reached. Answer with what you have.",
      isError: true,
    });
    expect(hitsLimit(result)).toBe(true);
  });

  it("is not hit by a run that uses it up", async () => {
    const model = scriptedModel([calls(2), "4"]);
    const result = await run(model, { tools: [double], toolCallLimit: 2 });
    expect(hitsLimit(result)).toBe(false);
    expect(model.calls.map(({ toolChoice }) => toolChoice)).toEqual(["auto", "auto"]);
  });

  it("L1: is not hit by a call that was executed and failed", async () => {
    const bad = { name: "double", arguments: {} };
    const result = await run(scriptedModel([{ toolCalls: [bad] }, "?"]), { tools: [double] });
    expect(hitsLimit(result)).toBe(false);
  });

  it("counts failed calls too", async () => {
    const missing = { toolCalls: [{ name: "missing", arguments: {} }] };
    const model = scriptedModel([missing, calls(1), "?"]);
    const result = await run(model, { tools: [double], toolCallLimit: 1 });
    expect(result.toolExecutions).toMatchObject([{ name: "missing" }]);
    expect(hitsLimit(result)).toBe(true);
  });

  it("leaves one turn in which no tool may be called, with the tools still declared", async () => {
    const model = scriptedModel([calls(1), "4"]);
    await run(model, { tools: [double], toolCallLimit: 0 });
    expect(model.calls.map(({ toolChoice }) => toolChoice)).toEqual(["auto", "none"]);
    expect(model.calls[1]?.tools).toEqual([double.spec]);
  });

  it("N1: ends as truncated when the model calls on and says nothing", async () => {
    const model = scriptedModel([calls(1), calls(2)]);
    const result = await run(model, { tools: [double], toolCallLimit: 0 });
    expect(result).toMatchObject({ status: "truncated", text: null, toolExecutions: [] });
    expect(hitsLimit(result)).toBe(true);
  });

  it("takes a model that calls on at its text, and answers every call", async () => {
    const model = scriptedModel([calls(1), { ...calls(2), text: "About 4." }]);
    const result = await run(model, { tools: [double], toolCallLimit: 0 });
    expect(result).toMatchObject({ status: "completed", output: "About 4." });
    const answered = result.messages.flatMap((message) =>
      message.role === "tool" ? [message.toolCallId] : [],
    );
    expect(answered).toEqual(["call_0_0", "call_1_0", "call_1_1"]);
  });

  it("is 50 unless it is set, so that no model can call for ever", async () => {
    const model = scriptedModel(() => calls(1));
    const result = await run(model, { tools: [double] });
    expect(result.toolExecutions).toHaveLength(50);
    expect(model.calls).toHaveLength(52);
    expect(result.status).toBe("truncated");
  });
});

describe("a tool that needs approval", () => {
  const approved = (executed: unknown[]): Tool =>
    rawTool((input) => executed.push(input), { name: "pay", needsApproval: true });
  const pay = { name: "pay", arguments: { amount: 5 } };

  it("ends the run as paused and is not executed", async () => {
    const executed: unknown[] = [];
    const model = scriptedModel([{ toolCalls: [pay], text: "Paying." }]);
    const result = await run(model, { tools: [approved(executed)] });
    expect(result).toMatchObject({ status: "paused", text: "Paying." });
    expect(result.output).toBeUndefined();
    expect(result.toolExecutions).toEqual([
      {
        toolCallId: "call_0_0",
        name: "pay",
        rawArguments: '{"amount":5}',
        arguments: { amount: 5 },
        status: "paused",
      },
    ]);
    expect(result.messages.at(-1)).toMatchObject({ role: "assistant" });
    expect(executed).toEqual([]);
  });

  it("comes after the calls before it, and holds up the calls behind it", async () => {
    const executed: unknown[] = [];
    const model = scriptedModel([{ toolCalls: [doubleTwo, pay, doubleTwo] }]);
    const result = await run(model, { tools: [double, approved(executed)] });
    expect(result.toolExecutions.map(({ name, status }) => [name, status])).toEqual([
      ["double", "ok"],
      ["pay", "paused"],
      ["double", "paused"],
    ]);
  });

  it("does not ask a person about arguments that are not JSON", async () => {
    const executed: unknown[] = [];
    const bad = { name: "pay", rawArguments: "{" };
    const model = scriptedModel([{ toolCalls: [bad] }, "sorry"]);
    const result = await run(model, { tools: [approved(executed)] });
    expect(result).toMatchObject({ status: "completed", toolExecutions: [{ status: "error" }] });
  });

  it("does not pause for a call beyond the limit", async () => {
    const model = scriptedModel([{ toolCalls: [pay] }, "sorry"]);
    const result = await run(model, { tools: [approved([])], toolCallLimit: 0 });
    expect(result).toMatchObject({ status: "completed", toolExecutions: [] });
  });
});

function hostileError(): Error {
  const error = new Error("hidden");
  Object.defineProperty(error, "message", {
    get() {
      throw new Error("no message for you");
    },
  });
  return error;
}
