import { type ContentPart, describeValue, isPlainObject } from "@rollouts/core";
import { findLoneSurrogate } from "../conversation/lone-surrogate.ts";
import type { TrainingMessage } from "../conversation/training-conversation.ts";
import type { ProfileKeys, SftProfile } from "../profiles/profile.ts";
import { keyFault } from "./key-fault.ts";
import { readChatCalls } from "./read-chat-calls.ts";

/**
 * Reads one message of a row, whoever wrote it, or says why it cannot be read. Roles and contents
 * may still be wrong: `findContentFault` tells.
 */
export function readChatMessage(
  message: unknown,
  index: number,
  profile: SftProfile,
): TrainingMessage | string {
  if (!isPlainObject(message)) return `must be an object, got ${describeValue(message)}`;
  const fault =
    keyFault(message, keysOf(message, profile)) ??
    weightFault(message) ??
    textFault(message, ["name", ...profile.extras.reasoningKeys]);
  if (fault !== null) return fault;
  const { role } = message;
  const content = readContent(message, profile);
  const surrogate = typeof content === "string" ? findLoneSurrogate(content) : null;
  if (surrogate !== null) return `content has a lone surrogate ${surrogate}`;
  if (role === "function" && profile.extras.functions) {
    const { name } = message;
    return { role: "tool", content, toolCallId: name, toolName: name, index } as TrainingMessage;
  }
  switch (role) {
    case "assistant": {
      const toolCalls = readChatCalls(message, profile);
      if (typeof toolCalls === "string") return toolCalls;
      return { role, content, toolCalls, trained: message.weight !== 0, index } as TrainingMessage;
    }
    case "tool": {
      const { tool_call_id: toolCallId, name = "" } = message;
      if (profile.tools !== null && typeof toolCallId !== "string") {
        return `tool_call_id must be text, got ${describeValue(toolCallId)}`;
      }
      return { role, content, toolCallId, toolName: name, index } as TrainingMessage;
    }
    default:
      return { role, content, index } as TrainingMessage;
  }
}

/** Which keys a message may have goes by its role, and by whether it calls tools. */
function keysOf(message: Readonly<Record<string, unknown>>, profile: SftProfile): ProfileKeys {
  const { required, optional } = ownKeysOf(message, profile);
  const { names, reasoningKeys } = profile.extras;
  const extra = [
    ...(names && !required.includes("name") ? ["name"] : []),
    ...(message.role === "assistant" ? reasoningKeys : []),
  ];
  return { required, optional: [...optional, ...extra] };
}

function ownKeysOf(
  { role, tool_calls: calls, function_call: only }: Readonly<Record<string, unknown>>,
  { tools, marksUntrained, extras }: SftProfile,
): ProfileKeys {
  const plain = { required: ["role", "content"], optional: [] };
  if (role === "function" && extras.functions) {
    return { required: ["role", "name", "content"], optional: [] };
  }
  if (role === "tool" && tools !== null) {
    const name = tools.resultName ? ["name"] : [];
    return { required: ["role", "tool_call_id", ...name, "content"], optional: [] };
  }
  if (role !== "assistant") return plain;
  const weight = marksUntrained ? ["weight"] : [];
  if (tools === null) return { ...plain, optional: weight };
  const isOldCall = extras.functions && only !== undefined && calls === undefined;
  const callKey = isOldCall ? "function_call" : "tool_calls";
  return isOldCall || (calls !== undefined && tools.emptyContent === "omit")
    ? { required: ["role"], optional: ["content", callKey, ...weight] }
    : { ...plain, optional: [callKey, ...weight] };
}

function weightFault({ weight }: Readonly<Record<string, unknown>>): string | null {
  if (weight === undefined || weight === 0 || weight === 1) return null;
  return `weight must be the integer 0 or 1, got ${describeValue(weight)}`;
}

function textFault(
  message: Readonly<Record<string, unknown>>,
  keys: readonly string[],
): string | null {
  const key = keys.find((one) => message[one] !== undefined && typeof message[one] !== "string");
  return key === undefined ? null : `${key} must be text, got ${describeValue(message[key])}`;
}

/** Parts as core has them, of a user; what is no such part stays, to be found wrong. */
function readContent(
  { role, content = null }: Readonly<Record<string, unknown>>,
  { userContent }: SftProfile,
): unknown {
  if (!Array.isArray(content)) return content;
  if (role === "user") return content.map(readPart);
  // Nobody else has images.
  const isText = userContent !== "text" && content.length > 0 && content.every(isTextPart);
  return isText ? content.map(({ text }) => text).join("") : content;
}

function isTextPart(part: unknown): part is { readonly text: string } {
  return isPlainObject(part) && part.type === "text" && typeof part.text === "string";
}

function readPart(part: unknown): ContentPart | unknown {
  if (!isPlainObject(part) || part.type !== "image_url") return part;
  const { image_url: image } = part;
  return { type: "image", url: isPlainObject(image) ? image.url : undefined };
}
