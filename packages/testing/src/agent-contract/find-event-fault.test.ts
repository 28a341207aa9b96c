import { describe, expect, it } from "vitest";
import { findEventFault } from "./find-event-fault.ts";

const message = (value: unknown) => ({ type: "message", message: value });
const execution = { toolCallId: "c", name: "f", rawArguments: "{}", status: "ok" };
const end = { type: "end", status: "completed", text: null };

describe("findEventFault", () => {
  it.each([
    [{ type: "tools", tools: [{ name: "f", parameters: {} }] }],
    [{ type: "text-delta", text: "" }],
    [message({ role: "system", content: "x" })],
    [message({ role: "user", content: [{ type: "text", text: "x" }] })],
    [message({ role: "assistant", content: null, refusal: "no", toolCalls: [] })],
    [message({ role: "tool", toolCallId: "c", content: "x" })],
    [{ type: "tool-execution", execution }],
    [{ type: "usage", usage: {} }],
    [{ type: "usage", usage: { inputTokens: 0, costUsd: 0.1, outputTokens: undefined } }],
    [{ type: "error", error: undefined }],
    [{ ...end, refusal: undefined, outputError: "no JSON" }],
  ])("finds none in %j", (event) => {
    expect(findEventFault(event)).toBeNull();
  });

  it.each([
    [undefined, "it is undefined"],
    [{ type: "done" }, 'its type is "done"'],
    [{ type: "tools" }, "its tools.tools is undefined"],
    [{ type: "tools", tools: [{ name: "f" }] }, "its tools.tools is an array of 1"],
    [{ type: "text-delta" }, "its text-delta.text is undefined"],
    [message(null), "its message is null"],
    [message({ role: "toString", content: "x" }), 'its message.role is "toString"'],
    [message({ role: "system", content: null }), "its message.content is null"],
    [message({ role: "user", content: null }), "its message.content is null"],
    [message({ role: "assistant", content: [] }), "its message.content is an array of 0"],
    [message({ role: "assistant", content: null, refusal: 1 }), "its message.refusal is 1"],
    [
      message({ role: "assistant", content: null, toolCalls: [{ id: "c" }] }),
      "its message.toolCalls is an array of 1",
    ],
    [message({ role: "tool", content: "x" }), "its message.toolCallId is undefined"],
    [{ type: "tool-execution" }, "its execution is undefined"],
    [
      { type: "tool-execution", execution: { ...execution, status: "done" } },
      'its execution.status is "done"',
    ],
    [{ type: "usage", usage: { totalTokens: Number.NaN } }, "its usage.totalTokens is NaN"],
    [{ type: "usage", usage: { costUsd: -1 } }, "its usage.costUsd is -1"],
    [{ type: "error", error: 1, errorType: 2 }, "its error.errorType is 2"],
    [{ ...end, status: "error" }, 'its end.status is "error"'],
    [{ ...end, text: undefined }, "its end.text is undefined"],
    [{ ...end, outputError: 5 }, "its end.outputError is 5"],
  ])("finds what is wrong with %j", (event, fault) => {
    expect(findEventFault(event)).toBe(fault);
  });
});
