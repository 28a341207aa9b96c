import { type AssistantMessage, isPlainObject, type JsonObject } from "@rollouts/core";
import { type ReplyContent, readItems } from "./responses-items.ts";

/**
 * The provider's own items of a reply, kept on its message. They are tied to the model, since only
 * the one that reasoned can read its encrypted reasoning.
 */
export function keepItems(items: readonly unknown[], modelId: string): Record<string, unknown> {
  return { openai: { api: "responses", model: modelId, items } };
}

/**
 * The kept items of a message, to be sent back as they came: reasoning that is parted from its call
 * or text makes the API refuse the request. Undefined when the message has none, when they are of
 * another model or API, or when they no longer say what the message says, since somebody edited it.
 */
export function replayItems(message: AssistantMessage, modelId: string): JsonObject[] | undefined {
  const kept = message.providerItems?.openai;
  if (!isPlainObject(kept) || kept.api !== "responses" || kept.model !== modelId) return undefined;
  if (!Array.isArray(kept.items)) return undefined;
  const content = readItems(kept.items);
  if (typeof content === "string" || !saysTheSame(content, message)) return undefined;
  return (kept.items as JsonObject[]).filter((item) => !isForgotten(item));
}

function saysTheSame(content: ReplyContent, message: AssistantMessage): boolean {
  return said(content) === said(message);
}

function said({ content, refusal, toolCalls = [] }: Omit<AssistantMessage, "role">): string {
  const calls = toolCalls.map(({ id, name, rawArguments }) => [id, name, rawArguments]);
  return JSON.stringify([content, refusal ?? null, calls]);
}

/** Reasoning without its encrypted text is only a reference to what the server did not store. */
function isForgotten(item: JsonObject): boolean {
  return item.type === "reasoning" && typeof item.encrypted_content !== "string";
}
