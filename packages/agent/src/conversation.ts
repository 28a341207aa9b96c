import type { Message, MessageEvent } from "@rollouts/core";

/** The messages of a run so far. */
export interface Conversation {
  readonly messages: readonly Message[];
  /** Appends a message and gives the event that tells of it. */
  add(message: Message): MessageEvent;
}

/** Makes an empty conversation. */
export function createConversation(): Conversation {
  const messages: Message[] = [];
  return {
    messages,
    add(message) {
      messages.push(message);
      return { type: "message", message };
    },
  };
}
