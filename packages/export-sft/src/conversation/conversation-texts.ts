import type { TrainingConversation, TrainingMessage } from "./training-conversation.ts";

/** A text of a conversation. */
export interface PlacedText {
  readonly message: TrainingMessage;
  readonly text: string;
  /** Text that is read, the address of an image, an id or name, or the JSON of arguments. */
  readonly kind: "text" | "image" | "name" | "arguments";
}

/** The texts that a row may hold: contents, ids and names, and arguments of tool calls. */
export function conversationTexts({ messages }: TrainingConversation): readonly PlacedText[] {
  const texts: PlacedText[] = [];
  for (const message of messages) {
    const { content } = message;
    if (typeof content === "string") texts.push({ message, text: content, kind: "text" });
    else if (content !== null) {
      for (const part of content) {
        if (part.type === "text") texts.push({ message, text: part.text, kind: "text" });
        else texts.push({ message, text: part.url, kind: "image" });
      }
    }
    if (message.role === "tool") texts.push({ message, text: message.toolCallId, kind: "name" });
    if (message.role !== "assistant") continue;
    for (const { id, name, rawArguments } of message.toolCalls) {
      for (const text of [id, name]) texts.push({ message, text, kind: "name" });
      texts.push({ message, text: rawArguments, kind: "arguments" });
    }
  }
  return texts;
}
