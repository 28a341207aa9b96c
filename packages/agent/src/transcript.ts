import type { Message, TaskInput, UserMessage } from "@rollouts/core";

/** What was said, in plain text. */
export interface TranscriptEntry {
  readonly role: "user" | "assistant";
  readonly content: string;
}

/** What user and assistant said to each other in a run, without earlier runs and tool calls. */
export function toTranscript(messages: readonly Message[]): readonly TranscriptEntry[] {
  return messages.flatMap((message): TranscriptEntry[] => {
    if (message.role === "system" || message.role === "tool") return [];
    if (message.fromHistory === true || message.content === null) return [];
    return [{ role: message.role, content: textOf(message.content) }];
  });
}

/** The text of what the user said last; empty when that has none. */
export function toQuery(input: TaskInput): string {
  if (typeof input === "string") return input;
  const last = input.findLast((message) => message.role === "user");
  return last === undefined ? "" : textOf(last.content);
}

/** Images are left out: as text they would only be long. */
function textOf(content: UserMessage["content"]): string {
  if (typeof content === "string") return content;
  return content.flatMap((part) => (part.type === "text" ? [part.text] : [])).join("\n");
}
