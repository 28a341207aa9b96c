import type { TrainingMessage } from "./training-conversation.ts";

/**
 * What messages say, as JSON to compare them by: calls are counted in place of their ids, which a
 * provider makes up anew in every attempt, and may use again in a later turn.
 */
export function plainMessages(messages: readonly TrainingMessage[]): unknown[] {
  const numbers = new Map<string, number>();
  let callCount = 0;
  return messages.map((message) => {
    const { role, content } = message;
    if (role === "tool") return [role, numbers.get(message.toolCallId) ?? null, content];
    if (role !== "assistant") return [role, content];
    const calls = message.toolCalls.map(({ id, name, rawArguments }) => {
      numbers.set(id, callCount);
      callCount += 1;
      return [name, rawArguments];
    });
    return [role, content || null, calls];
  });
}
