import { type Agent, type AgentEvent, defineEnvironment } from "@rollouts/core";
import { expect, it } from "vitest";
import { runRollouts } from "../index.ts";
import { attemptsOf, end, eventAgent } from "../run.test-helper.ts";
import { readEvent } from "./read-event.ts";

const execution = { toolCallId: "c1", name: "f", rawArguments: "{}", status: "ok" } as const;
const trap = {
  get type(): never {
    throw new TypeError("trap");
  },
};

it.each<AgentEvent<unknown>>([
  { type: "tools", tools: [{ name: "f", description: "d", parameters: { type: "object" } }] },
  { type: "tools", tools: [] },
  { type: "text-delta", text: "a" },
  { type: "message", message: { role: "system", content: "a" } },
  { type: "message", message: { role: "user", content: [{ type: "text", text: "a" }] } },
  {
    type: "message",
    message: {
      role: "assistant",
      content: null,
      reasoning: "hm",
      toolCalls: [{ id: "c1", name: "f", rawArguments: "{" }],
      providerItems: { openai: [{ id: 1 }] },
    },
  },
  { type: "message", message: { role: "tool", toolCallId: "c1", content: "x", isError: true } },
  { type: "tool-execution", execution: { ...execution, arguments: { a: 1 }, result: "r" } },
  { type: "usage", usage: { inputTokens: 1, costUsd: 0.5 }, served: { model: "m-1" } },
  { type: "usage", usage: {} },
  { type: "error", error: "boom", errorType: "Boom" },
  { type: "end", status: "completed", output: { value: 1 }, text: '{"value":1}' },
  { type: "end", status: "paused", output: undefined, text: null },
  { type: "end", status: "truncated", output: undefined, text: "", refusal: "no" },
])("hands on a copy of $type", (event) => {
  const copy = readEvent(event);

  expect(copy).toEqual(event);
  expect(copy).not.toBe(event);
});

it("keeps the very output, which may be an instance of a class", () => {
  const output = new Map([["a", 1]]);

  expect(readEvent({ ...end(""), output })).toMatchObject({
    output: expect.toSatisfy((o) => o === output),
  });
});

it("takes null for what a model API has nothing to say about", () => {
  expect(
    readEvent({ type: "end", status: "completed", text: "a", refusal: null, outputError: null }),
  ).toEqual({ type: "end", status: "completed", text: "a" });
  expect(
    readEvent({ type: "usage", usage: { inputTokens: 1, costUsd: null }, served: null }),
  ).toEqual({ type: "usage", usage: { inputTokens: 1 } });
});

it.each<[string, unknown, string]>([
  ["undefined", undefined, "its event is undefined."],
  ["a text", "hello", 'its event is "hello".'],
  ["an object without a type", {}, "its type is undefined."],
  ["an unknown type", { type: "done" }, 'its type is "done".'],
  ["tools that are no list", { type: "tools", tools: {} }, "its tools is an object."],
  ["a tool that is none", { type: "tools", tools: [null] }, "its tools[0] is null."],
  ["a tool without a name", { type: "tools", tools: [{}] }, "its tools[0].name is undefined."],
  [
    "a tool without parameters",
    { type: "tools", tools: [{ name: "f" }] },
    "its tools[0].parameters is undefined.",
  ],
  ["a delta that is no text", { type: "text-delta", text: 5 }, "its text is 5."],
  ["no message", { type: "message" }, "its message is undefined."],
  [
    "an unknown role",
    { type: "message", message: { role: "developer", content: "" } },
    'its message.role is "developer".',
  ],
  [
    "a message without content",
    { type: "message", message: { role: "assistant" } },
    "its message.content is undefined.",
  ],
  [
    "a user message of null",
    { type: "message", message: { role: "user", content: null } },
    "its message.content is null.",
  ],
  [
    "a tool message for no call",
    { type: "message", message: { role: "tool", content: "x" } },
    "its message.toolCallId is undefined.",
  ],
  [
    "tool calls that are no list",
    { type: "message", message: { role: "assistant", content: null, toolCalls: {} } },
    "its message.toolCalls is an object.",
  ],
  ["no execution", { type: "tool-execution", execution: null }, "its execution is null."],
  [
    "an execution of no tool",
    { type: "tool-execution", execution: { ...execution, name: 1 } },
    "its execution.name is 1.",
  ],
  [
    "an execution with an unknown status",
    { type: "tool-execution", execution: { ...execution, status: "done" } },
    'its execution.status is "done".',
  ],
  [
    "tokens that are no number",
    { type: "usage", usage: { inputTokens: "12" } },
    'its usage.inputTokens is "12".',
  ],
  ["a cost of NaN", { type: "usage", usage: { costUsd: Number.NaN } }, "its usage.costUsd is NaN."],
  [
    "negative tokens",
    { type: "usage", usage: { outputTokens: -1 } },
    "its usage.outputTokens is -1.",
  ],
  ["an end without a status", { type: "end", text: "a" }, "its status is undefined."],
  ["an end with no text", { type: "end", status: "completed" }, "its text is undefined."],
  [
    "an end with an odd refusal",
    { type: "end", status: "completed", text: null, refusal: 1 },
    "its refusal is 1.",
  ],
])("turns %s into an error that says so", async (_, event, problem) => {
  const contract = "The agent yielded an event that breaks the contract of AgentEvent:";

  expect(readEvent(event)).toMatchObject({
    type: "error",
    error: { code: "agent_contract", message: `${contract} ${problem}` },
  });
});

it("turns an event that cannot be read into an error", () => {
  expect(readEvent(trap)).toMatchObject({ type: "error", error: { message: "trap" } });
});

it("a malformed event costs its own attempt only, and what was said before is kept", async () => {
  const env = defineEnvironment({
    name: "malformed",
    tasks: [{ input: "x" }],
    agent: eventAgent(async function* (_, { attemptIndex }) {
      yield { type: "text-delta", text: "so far" };
      if (attemptIndex === 1) yield trap as never;
      yield end("x");
    }),
    scorer: () => true,
  });

  const result = await runRollouts(env, { k: 3 });

  expect(
    attemptsOf(result).map(({ stopReason, error, run }) => [stopReason, error, run?.status]),
  ).toEqual([
    ["completed", null, "completed"],
    ["error", "TypeError: trap", "error"],
    ["completed", null, "completed"],
  ]);
});

it("reads no iterator's return, which a stuck agent would never settle", async () => {
  let returnCount = 0;
  const stuck: Agent["run"] = () => ({
    [Symbol.asyncIterator]: () => {
      const events = [null, end("x")];
      return {
        next: async () => {
          const value = events.shift();
          return value === undefined
            ? { done: true, value }
            : { done: false, value: value as never };
        },
        return: () => {
          returnCount += 1;
          return new Promise(() => {});
        },
      };
    },
  });
  const env = defineEnvironment({
    name: "stuck",
    tasks: [{ input: "x" }],
    agent: eventAgent(stuck),
    scorer: () => true,
  });

  const [attempt] = attemptsOf(await runRollouts(env, { k: 1 }));

  expect(attempt).toMatchObject({ stopReason: "error", run: { text: "x" } });
  expect(returnCount).toBe(0);
});
