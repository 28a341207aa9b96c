import type { TrainingMessage } from "./training-conversation.ts";

/**
 * The messages with their calls counted, from 0, in place of their ids, which a provider makes up anew
 * in every attempt, and may use again in a later turn. A reply to no call has an empty id.
 */
export function numberCalls(messages: readonly TrainingMessage[]): TrainingMessage[] {
  const numbers = new Map<string, string>();
  let callCount = 0;
  return messages.map((message) => {
    if (message.role === "tool") {
      return { ...message, toolCallId: numbers.get(message.toolCallId) ?? "" };
    }
    if (message.role !== "assistant" || message.toolCalls.length === 0) return message;
    const toolCalls = message.toolCalls.map((call) => {
      const number = String(callCount);
      numbers.set(call.id, number);
      callCount += 1;
      return { ...call, id: number };
    });
    return { ...message, toolCalls };
  });
}
