import type { ToolCall } from "@rollouts/core";

/** True when there are tool calls and none was cut off in the middle of its arguments. */
export function hasWholeCalls(toolCalls: readonly ToolCall[]): boolean {
  return toolCalls.length > 0 && toolCalls.every((call) => isJson(call.rawArguments));
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
