import type { ModelRequest } from "@rollouts/core";

/** The text of the last user message. */
export function questionOf({ messages }: ModelRequest): string {
  return String(messages.findLast(({ role }) => role === "user")?.content ?? "");
}
