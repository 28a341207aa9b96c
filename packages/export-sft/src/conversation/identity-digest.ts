import { hash } from "node:crypto";
import type { TrainingConversation, TrainingMessage } from "./training-conversation.ts";

/**
 * A digest by which conversations are the same, whatever ids their tool calls have. `sha256` is that
 * of the row, which is enough for one without calls.
 */
export function identityDigest({ messages, tools }: TrainingConversation, sha256: string): string {
  if (!messages.some(({ role }) => role === "tool")) return sha256;
  const names = new Map<string, number>();
  const numberOf = (id: string) => {
    const number = names.get(id) ?? names.size;
    names.set(id, number);
    return number;
  };
  const plain = messages.map((message) => withoutIds(message, numberOf));
  return hash("sha256", JSON.stringify([plain, tools]));
}

function withoutIds(message: TrainingMessage, numberOf: (id: string) => number): unknown {
  if (message.role === "tool") return [numberOf(message.toolCallId), message.content];
  if (message.role !== "assistant") return [message.role, message.content];
  const calls = message.toolCalls.map(({ id, name, rawArguments }) => [
    numberOf(id),
    name,
    rawArguments,
  ]);
  return [message.role, message.content || null, calls, message.trained];
}
