import { isPlainObject } from "@rollouts/core";
import type { SftProfile } from "@rollouts/export-sft/rows";

/**
 * A conversation as `checkChatMessages` wants it, with an answer at its end: calls that stand last
 * in a row of a pair are no fault there, so they are given replies.
 */
export function answered(messages: readonly unknown[], { tools }: SftProfile): readonly unknown[] {
  const last = messages.at(-1);
  if (!isPlainObject(last) || !Array.isArray(last.tool_calls)) return messages;
  const replies = last.tool_calls.filter(isPlainObject).map(({ id }) => ({
    role: "tool",
    tool_call_id: id,
    ...(tools?.resultName ? { name: "" } : {}),
    content: "",
  }));
  return [...messages, ...replies, { role: "assistant", content: "." }];
}
