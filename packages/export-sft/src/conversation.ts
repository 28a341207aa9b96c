import type { Message } from "@rollouts/core";
import { isBlank } from "./blank.ts";
import { isRowRole, type RowMessage } from "./row.ts";

/** A message that goes into the row. */
export interface SelectedMessage extends RowMessage {
  /** Its position in the run's messages. */
  readonly index: number;
}

/**
 * Picks what a row keeps of a run: the system, user and assistant messages with text, up to the last
 * assistant message, without those of an earlier conversation.
 *
 * `null` when there is nothing to learn from: the last assistant message has no text, or no user
 * message has any.
 */
export function selectConversation(messages: readonly Message[]): SelectedMessage[] | null {
  const current = messages.flatMap((message, index) =>
    isFromHistory(message) ? [] : [{ message, index }],
  );
  const end = current.findLastIndex(({ message }) => message.role === "assistant");
  const selected = current
    .slice(0, end + 1)
    .flatMap(({ message, index }) => toSelected(message, index));
  const endsWithAnswer = selected.at(-1)?.index === current[end]?.index;
  return endsWithAnswer && selected.some(({ role }) => role === "user") ? selected : null;
}

function toSelected({ role, content }: Message, index: number): SelectedMessage[] {
  if (!isRowRole(role) || typeof content !== "string" || isBlank(content)) return [];
  return [{ role, content, index }];
}

function isFromHistory(message: Message): boolean {
  return "fromHistory" in message && message.fromHistory === true;
}
