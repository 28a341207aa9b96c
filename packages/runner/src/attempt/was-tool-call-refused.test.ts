import type { AgentRun, Message, TaskInput, ToolMessage } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { wasToolCallRefused } from "./was-tool-call-refused.ts";

const failed = (toolCallId: string): ToolMessage => ({
  role: "tool",
  toolCallId,
  content: "no",
  isError: true,
});

function refused(messages: readonly Message[], input: TaskInput, executed: string[] = []): boolean {
  const toolExecutions = executed.map(
    (toolCallId) => ({ toolCallId, name: "f", rawArguments: "{}", status: "error" }) as const,
  );
  const run: AgentRun = { status: "completed", text: "x", messages, toolExecutions, served: [] };
  return wasToolCallRefused(run, input);
}

describe("L1 a tool call counts as refused", () => {
  it("when a failed message has no execution", () => {
    expect(refused([failed("c9")], "x")).toBe(true);
    expect(refused([failed("c1")], "x", ["c1"])).toBe(false);
    expect(refused([{ ...failed("c9"), isError: false }], "x")).toBe(false);
  });

  it("but not for what failed in an earlier conversation", () => {
    expect(refused([{ ...failed("c9"), fromHistory: true }], "x")).toBe(false);
  });

  it("nor for what failed in the conversation that the task gives", () => {
    const input = [failed("c1"), failed("c2")];
    expect(refused([...input], input)).toBe(false);
    expect(refused([...input, failed("c3")], input)).toBe(true);
  });

  it("also when the model reuses an id of that conversation", () => {
    const input = [failed("c1")];
    expect(refused([...input, failed("c1")], input)).toBe(true);
    expect(refused([...input, failed("c1")], input, ["c1"])).toBe(false);
  });
});
