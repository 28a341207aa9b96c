import { describeValue, isPlainObject, type JsonObject } from "@rollouts/core";
import {
  checkChatMessages,
  checkChatTools,
  type Row,
  type RowFault,
  type TrainingConversation,
  toChatMessages,
  toChatTools,
  toolNamesIn,
} from "@rollouts/export-sft/rows";
import type { PromptForm } from "../profiles/preference-profile.ts";

/** Keys of a row that are not the caller's. */
export function ownKeysOf({ messagesKey, tools }: PromptForm): readonly string[] {
  return tools === "row" ? [messagesKey, "tools"] : [messagesKey];
}

/** The row of a prompt, with the caller's fields after it. */
export function toPromptRow(
  { messages, tools }: Pick<TrainingConversation, "messages" | "tools">,
  fields: JsonObject,
  { conversation, messagesKey, systemRole, tools: place }: PromptForm,
): Row {
  const written = toChatMessages(messages, conversation).map((message) =>
    message.role === "system" ? { ...message, role: systemRole } : message,
  );
  return {
    [messagesKey]: written,
    tools: place === "row" ? toChatTools(tools, conversation.tools) : undefined,
    ...fields,
  };
}

/** Finds what is wrong with such a row, whoever wrote it. Keys that nobody here knows are graders'. */
export function* checkPromptRow(
  row: Readonly<Record<string, unknown>>,
  { conversation, messagesKey, systemRole, tools: place }: PromptForm,
): Generator<RowFault> {
  const messages = row[messagesKey];
  if (place === "row") yield* checkChatTools(row, conversation);
  if (!Array.isArray(messages) || messages.length === 0) {
    const fault = `${messagesKey} must be a list that is not empty, got ${describeValue(messages)}`;
    return yield { message: null, fault };
  }
  if (messages.at(-1)?.role !== "user") {
    yield { message: messages.length - 1, fault: "the last message must be the user's" };
  }
  const asSystem = messages.map((message: unknown) => withRole(message, systemRole, "system"));
  yield* checkChatMessages([...asSystem, { role: "assistant", content: "." }], {
    key: messagesKey,
    // Elsewhere `tools` is a key for graders, as any other.
    toolNames: place === "row" ? toolNamesIn({ tools: row.tools }) : null,
    profile: conversation,
  });
}

function withRole(message: unknown, from: string, to: string): unknown {
  return isPlainObject(message) && message.role === from ? { ...message, role: to } : message;
}
