import type { Message, MessageEvent, TaskInput } from "@rollouts/core";

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

/** The messages that a run begins with: the instructions, if any, then the task's own. */
export function toPrompt(instructions: string | undefined, input: TaskInput): readonly Message[] {
  const own: readonly Message[] =
    typeof input === "string" ? [{ role: "user", content: input }] : input;
  return instructions === undefined ? own : [{ role: "system", content: instructions }, ...own];
}
