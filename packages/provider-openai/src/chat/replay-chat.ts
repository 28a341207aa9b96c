import { type AssistantMessage, isPlainObject, type JsonObject } from "@rollouts/core";
import type { Call } from "../call.ts";
import { saysTheSame } from "../reply/says-the-same.ts";
import type { ChatToolCalls } from "./chat-tool-calls.ts";

/** What a message says, beside its tool calls. */
interface Texts {
  readonly content: string | null;
  readonly refusal: string | undefined;
}

/** Where servers put reasoning. Each wants it back where it put it. */
const reasoningMembers = ["reasoning_content", "reasoning", "reasoning_details"] as const;

/**
 * The message as it is sent back, kept when it holds what a message of these packages has no place
 * for: where reasoning stood, and what only the server knows about a tool call.
 */
export function keepChatMessage(
  message: Record<string, unknown>,
  { content, refusal }: Texts,
  { toolCalls: { wire, hasExtras }, call }: { toolCalls: ChatToolCalls; call: Call },
): Record<string, unknown> | undefined {
  const reasoning = reasoningMembers.flatMap((name) => {
    const value = message[name];
    return value === undefined || value === null || value === "" ? [] : [[name, value] as const];
  });
  if (reasoning.length === 0 && !hasExtras) return undefined;
  const kept = {
    role: "assistant",
    content,
    ...(refusal === undefined ? {} : { refusal }),
    ...Object.fromEntries(reasoning),
    ...(wire.length === 0 ? {} : { tool_calls: wire }),
  };
  return { [call.profile.provider]: { api: "chat", model: call.modelId, message: kept } };
}

/**
 * The kept message, to be sent back as it came. Undefined when there is none, when it is of another
 * model or API, or when it no longer says what the message says, since somebody edited it.
 */
export function replayChatMessage(
  message: AssistantMessage,
  { modelId, provider }: { modelId: string; provider: string },
): JsonObject | undefined {
  const kept = message.providerItems?.[provider];
  if (!isPlainObject(kept) || kept.api !== "chat" || kept.model !== modelId) return undefined;
  const { message: wire } = kept;
  if (!isPlainObject(wire)) return undefined;
  return saysTheSame(readKept(wire), message) ? (wire as JsonObject) : undefined;
}

function readKept({ content, refusal, tool_calls }: Record<string, unknown>) {
  const calls = Array.isArray(tool_calls) ? tool_calls.filter(isPlainObject) : [];
  const toolCalls = calls.map(({ id, function: given }) => {
    const { name, arguments: text } = isPlainObject(given) ? given : {};
    return { id: String(id), name: String(name), rawArguments: String(text) };
  });
  return {
    content: typeof content === "string" ? content : null,
    refusal: typeof refusal === "string" ? refusal : undefined,
    toolCalls,
  };
}
