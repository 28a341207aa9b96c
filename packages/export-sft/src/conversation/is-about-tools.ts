import type { TrainingMessage } from "./training-conversation.ts";

/** True for a message that calls tools, and for a tool's reply. */
export function isAboutTools(message: TrainingMessage): boolean {
  return message.role === "tool" || (message.role === "assistant" && message.toolCalls.length > 0);
}
