import type { AssistantMessage } from "@rollouts/core";

type Said = Pick<AssistantMessage, "content" | "refusal" | "toolCalls">;

/** True when two replies have the same text, refusal and tool calls. An empty text is none. */
export function saysTheSame(first: Said, second: Said): boolean {
  return said(first) === said(second);
}

function said({ content, refusal, toolCalls = [] }: Said): string {
  const calls = toolCalls.map(({ id, name, rawArguments }) => [id, name, rawArguments]);
  return JSON.stringify([content || null, refusal ?? null, calls]);
}
