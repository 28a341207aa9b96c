import { hash } from "node:crypto";
import { plainMessages } from "./plain-messages.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/**
 * A digest by which conversations are the same, whatever ids their tool calls have. `sha256` is that
 * of the row, which is enough for one without calls.
 */
export function identityDigest({ messages, tools }: TrainingConversation, sha256: string): string {
  if (!messages.some(({ role }) => role === "tool")) return sha256;
  const trained = messages.map((turn) => turn.role === "assistant" && turn.trained);
  return hash("sha256", JSON.stringify([plainMessages(messages), trained, tools]));
}
