import type { ModelResponse } from "@rollouts/core";

/** The text of a reply beside the conversation. Throws for one that is refused, cut or empty. */
export function readSideReply({ message, finishReason }: ModelResponse): string {
  const { content, refusal } = message;
  if (refusal) throw new Error("The model refused.");
  if (finishReason === "length" || finishReason === "content-filter") {
    throw new Error(`The model's reply was cut (${finishReason}).`);
  }
  if (content === null || content.trim() === "") throw new Error("The model's reply was empty.");
  return content;
}
