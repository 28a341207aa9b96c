import type { AssistantMessage } from "@rollouts/core";
import { expect, it } from "vitest";
import { groupExecutions } from "./group-executions.ts";
import { execution, parallelRun } from "./tool-run.test-helper.ts";

it("groups what one assistant message asked for", () => {
  expect(groupExecutions(parallelRun(["a", "b"], ["c"], ["d", "e"]))).toEqual([
    [0, 1],
    [2],
    [3, 4],
  ]);
});

it("has no groups for a run without executions", () => {
  expect(groupExecutions(parallelRun())).toEqual([]);
});

it("gives each execution that no message asked for a group of its own", () => {
  const run = { ...parallelRun(["a", "b"]), messages: [] };

  expect(groupExecutions(run)).toEqual([[0], [1]]);
});

it("an execution in between belongs to the group", () => {
  const { messages, toolExecutions } = parallelRun(["a", "b"]);
  const [a, b] = toolExecutions;
  const inner = execution({ name: "inner", toolCallId: "inner_1" });
  if (a === undefined || b === undefined) throw new Error("no executions");

  expect(groupExecutions({ messages, toolExecutions: [a, inner, b] })).toEqual([[0, 1, 2]]);
  expect(groupExecutions({ messages, toolExecutions: [inner, a, b, inner] })).toEqual([
    [0],
    [1, 2],
    [3],
  ]);
});

function asking(...ids: readonly string[]): AssistantMessage {
  const toolCalls = ids.map((id) => ({ id, name: "a", rawArguments: "{}" }));
  return { role: "assistant", content: null, toolCalls };
}

it("tells apart messages that number their calls anew", () => {
  const messages = [asking("call_0", "call_1"), asking("call_0", "call_1")];
  const ids = ["call_0", "call_1", "call_0", "call_1"];
  const toolExecutions = ids.map((toolCallId) => execution({ name: "a", toolCallId }));

  expect(groupExecutions({ messages, toolExecutions })).toEqual([
    [0, 1],
    [2, 3],
  ]);
});

it("passes over the same ids in a conversation that the task began with", () => {
  const messages = [asking("call_0"), asking("call_1"), asking("call_0", "call_1")];
  const ids = ["call_0", "call_1"];
  const toolExecutions = ids.map((toolCallId) => execution({ name: "a", toolCallId }));

  expect(groupExecutions({ messages, toolExecutions })).toEqual([[0, 1]]);
});

it("is not misled by a later call with an id of before that was never executed", () => {
  const toolExecutions = ["call_0", "call_1"].map((toolCallId) => {
    return execution({ name: "a", toolCallId });
  });
  const messages = [asking("call_0", "call_1"), asking("call_0")];

  expect(groupExecutions({ messages, toolExecutions })).toEqual([[0, 1]]);
});

it("tells calls of one id apart by name and arguments, where the order does not", () => {
  const call = (id: string, name: string) => ({ id, name, rawArguments: "{}" });
  const messages = [[call("call_0", "a"), call("call_1", "b")], [call("call_0", "c")]].map(
    (toolCalls): AssistantMessage => ({ role: "assistant", content: null, toolCalls }),
  );
  const toolExecutions = [
    execution({ name: "b", toolCallId: "call_1" }),
    execution({ name: "a", toolCallId: "call_0" }),
  ];

  expect(groupExecutions({ messages, toolExecutions })).toEqual([[0, 1]]);
});
