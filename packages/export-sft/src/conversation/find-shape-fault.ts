import { describeValue, isPlainObject } from "@rollouts/core";

/**
 * Says what a value is that is no conversation, whatever a profile may think of it; `null` for a
 * conversation.
 */
export function findShapeFault(value: unknown): string | null {
  if (!isPlainObject(value) || !Array.isArray(value.messages)) return describeValue(value);
  if (value.tools !== null && !Array.isArray(value.tools)) {
    return `one with ${describeValue(value.tools)} as its tools`;
  }
  if (Array.isArray(value.tools) && !value.tools.every(isPlainObject)) {
    return "one with a tool that is no object";
  }
  for (const [index, message] of value.messages.entries()) {
    const fault = messageFault(message);
    if (fault !== null) return `one whose message ${index} ${fault}`;
  }
  return null;
}

function messageFault(message: unknown): string | null {
  if (!isPlainObject(message)) return `is ${describeValue(message)}`;
  const { role, index, toolCalls, trained, toolCallId, toolName } = message;
  if (typeof role !== "string") return `has ${describeValue(role)} as its role`;
  if (!Number.isSafeInteger(index)) return `has ${describeValue(index)} as its index`;
  if (role === "tool" && !(typeof toolCallId === "string" && typeof toolName === "string")) {
    return "has no text as its toolCallId or toolName";
  }
  if (role !== "assistant") return null;
  if (typeof trained !== "boolean") return `has ${describeValue(trained)} as trained`;
  if (!Array.isArray(toolCalls)) return `has ${describeValue(toolCalls)} as its toolCalls`;
  return toolCalls.every(isCall) ? null : "has a tool call without id, name or rawArguments";
}

function isCall(call: unknown): boolean {
  return (
    isPlainObject(call) &&
    ["id", "name", "rawArguments"].every((key) => typeof call[key] === "string")
  );
}
