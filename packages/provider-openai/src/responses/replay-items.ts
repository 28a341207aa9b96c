import { type AssistantMessage, isPlainObject, type JsonObject } from "@rollouts/core";
import type { Call } from "../call.ts";
import { saysTheSame } from "../reply/says-the-same.ts";
import { readItems } from "./responses-items.ts";

/**
 * The provider's own items of a reply, kept on its message. They are tied to the model, since only
 * the one that reasoned can read its encrypted reasoning.
 */
export function keepItems(
  items: readonly unknown[],
  { modelId, profile }: Call,
): Record<string, unknown> {
  return { [profile.provider]: { api: "responses", model: modelId, items } };
}

/**
 * The kept items of a message, to be sent back as they came: reasoning that is parted from its call
 * or text makes the API refuse the request. Undefined when the message has none, when they are of
 * another model or API, or when they no longer say what the message says, since somebody edited it.
 */
export function replayItems(
  message: AssistantMessage,
  { modelId, provider }: { modelId: string; provider: string },
): JsonObject[] | undefined {
  const kept = message.providerItems?.[provider];
  if (!isPlainObject(kept) || kept.api !== "responses" || kept.model !== modelId) return undefined;
  if (!Array.isArray(kept.items)) return undefined;
  const content = readItems(kept.items);
  if (typeof content === "string" || !saysTheSame(content, message)) return undefined;
  return (kept.items as JsonObject[]).filter((item) => !isForgotten(item));
}

/** Reasoning without a text, encrypted or open, only refers to what the server did not store. */
function isForgotten({ type, encrypted_content, content }: JsonObject): boolean {
  const hasText = Array.isArray(content) && content.length > 0;
  return type === "reasoning" && typeof encrypted_content !== "string" && !hasText;
}
