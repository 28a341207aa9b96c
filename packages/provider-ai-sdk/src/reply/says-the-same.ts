import type { AssistantMessage } from "@rollouts/core";

type Said = Pick<AssistantMessage, "content" | "toolCalls">;

/** True when two replies have the same text and tool calls. */
export function saysTheSame(first: Said, second: Said): boolean {
  return said(first) === said(second);
}

function said({ content, toolCalls = [] }: Said): string {
  const calls = toolCalls.map(({ id, name, rawArguments }) => [id, name, rawArguments]);
  return JSON.stringify([content, calls]);
}
