import type { TrainingConversation } from "@rollouts/export-sft/rows";

/** How many messages stand before the first that the model wrote; -1 when it wrote none. */
export function promptLengthOf({ messages }: TrainingConversation): number {
  return messages.findIndex((turn) => turn.role === "assistant" && turn.trained);
}
