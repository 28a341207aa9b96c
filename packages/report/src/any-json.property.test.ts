import type { AgentRun, RolloutResult, TaskInput, ToolExecution } from "@rollouts/core";
import fc from "fast-check";
import { expect, it } from "vitest";
import { exampleResult, exampleRun, failed } from "./__fixtures__/result.ts";
import { toCsv } from "./csv/to-csv.ts";
import { toGitHubAnnotations } from "./github/github-annotations.ts";
import { toGitHubSummary } from "./github/github-summary.ts";
import { toHtml } from "./html/to-html.ts";
import { toJson } from "./json/to-json.ts";
import { toJUnit } from "./junit/to-junit.ts";
import { toMarkdown } from "./markdown/to-markdown.ts";
import { renderAttempt } from "./render-attempt.ts";
import { renderReport } from "./render-report.ts";

/** A file may hold any JSON where messages and executions stand. */
interface Odd {
  readonly messages: readonly unknown[];
  readonly executions: readonly unknown[];
  /** Of these the file asks for a role. */
  readonly input: readonly unknown[];
}

function renderAll({ messages, executions, input }: Odd): string {
  const run = exampleRun({
    messages: messages as AgentRun["messages"],
    toolExecutions: executions as ToolExecution[],
  });
  const result = exampleResult([{ input: input as TaskInput, attempts: [{ ...failed, run }] }]);
  const renderers = [
    renderReport,
    (one: RolloutResult) => renderReport(one, { only: "all" }),
    (one: RolloutResult) => renderAttempt(one, "t1/0"),
    toCsv,
    toGitHubAnnotations,
    toGitHubSummary,
    toHtml,
    toJson,
    toJUnit,
    toMarkdown,
  ];
  return renderers.map((render) => String(render(result))).join("\n");
}

const deep = JSON.parse("[".repeat(200_000) + "]".repeat(200_000));

it.each<[string, unknown]>([
  ["null", null],
  ["a number", 5],
  ["a text", "::error::"],
  ["a list", [null]],
  ["nothing", {}],
  ["null as content", { role: "user", content: null }],
  ["no content", { role: "user" }],
  ["null as a part", { role: "user", content: [null] }],
  ["another role", { role: "developer", content: "x" }],
  ["an object as role", { role: { a: 1 } }],
  ["an object as content", { role: "system", content: { a: 1 } }],
  ["no id", { role: "tool", content: "x" }],
  ["an id without a text", { role: "tool", toolCallId: { toString: 1 }, content: [] }],
  ["a text as calls", { role: "assistant", content: null, toolCalls: "x" }],
  ["an object as calls", { role: "assistant", content: 5, toolCalls: { length: -1 } }],
  ["a call of nothing", { role: "assistant", content: null, toolCalls: [null, {}, 5] }],
  ["a deep call", { role: "assistant", toolCalls: [{ id: deep, name: deep, rawArguments: deep }] }],
  ["a deep message", { role: "user", content: deep }],
  ["a deep execution", { toolCallId: deep, name: deep, rawArguments: deep, status: deep }],
])("every report bears %s as a message, an execution and an input", (_, odd) => {
  const fine = { role: "user", content: "a fine message" };
  const withRole = typeof odd === "object" && odd !== null && "role" in odd ? [odd] : [];
  const text = renderAll({ messages: [odd, fine], executions: [odd], input: [fine, ...withRole] });
  expect(text).toContain("a fine message");
  expect(text).not.toContain("[object Object]");
});

it("shows what is no message and no execution as JSON, at its place", () => {
  const developer = { role: "developer", content: "Be\nbrief" };
  const call = { id: 1, name: null, rawArguments: { a: 1 } };
  const messages = [developer, null, { role: "assistant", content: ["x"], toolCalls: [call] }];
  const run = exampleRun({ messages: messages as never, toolExecutions: [5, call] as never });
  const result = exampleResult([{ attempts: [{ ...failed, run }] }]);
  expect(renderAttempt(result, "t1/0").split("\n").slice(4)).toEqual([
    '  message: {"role":"developer","content":"Be\\nbrief"}',
    "  message: null",
    '  assistant: ["x"]',
    '  tool call null (1): {"a":1}',
    "  tool execution: 5",
    '  tool call null (undefined): {"a":1}',
    "  text: 42",
  ]);
});

const value = fc.jsonValue({ maxDepth: 3 });
const role = fc.oneof(fc.constantFrom("system", "user", "assistant", "tool", "developer"), value);
const members = {
  role,
  content: fc.oneof(value, fc.array(fc.oneof(value, fc.record({ type: value, text: value })))),
  toolCalls: fc.oneof(value, fc.array(fc.record({ id: value, name: value, rawArguments: value }))),
  toolCallId: value,
  reasoning: value,
  refusal: value,
  isError: value,
  fromHistory: value,
};
const execution = fc.record(
  { toolCallId: value, name: value, rawArguments: value, status: value, result: value },
  { requiredKeys: [] },
);

it("every report bears any JSON as messages, executions and input", () => {
  const odd = fc.record({
    messages: fc.array(fc.oneof(value, fc.record(members, { requiredKeys: [] }))),
    executions: fc.array(fc.oneof(value, execution)),
    input: fc.array(fc.record(members, { requiredKeys: ["role"] })),
  });
  fc.assert(
    fc.property(odd, (facts) => {
      expect(() => renderAll(facts)).not.toThrow();
    }),
    { numRuns: 300 },
  );
}, 60_000);
