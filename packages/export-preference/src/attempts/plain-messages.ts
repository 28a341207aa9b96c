import type { TrainingMessage } from "@rollouts/export-sft";

/**
 * What messages say, to compare them by: calls are numbered in place of their ids, which a provider
 * makes up anew in every attempt.
 */
export function plainMessages(messages: readonly TrainingMessage[]): unknown[] {
  const numbers = new Map<string, number>();
  return messages.map((message) => {
    const { role, content } = message;
    if (role === "tool") return [role, numbers.get(message.toolCallId) ?? null, content];
    if (role !== "assistant") return [role, content];
    const calls = message.toolCalls.map(({ id, name, rawArguments }) => {
      numbers.set(id, numbers.size);
      return [name, rawArguments];
    });
    return [role, content || null, calls];
  });
}
