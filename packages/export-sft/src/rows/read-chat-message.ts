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
  const fault = keyFault(message, keysOf(message, profile)) ?? weightFault(message);
  if (fault !== null) return fault;
  const { role, content = null } = message;
  const surrogate = typeof content === "string" ? findLoneSurrogate(content) : null;
  if (surrogate !== null) return `content has a lone surrogate ${surrogate}`;
  switch (role) {
    case "assistant": {
      const toolCalls = readChatCalls(message.tool_calls, profile);
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
    case "user":
      return { role, content: readParts(content), index } as TrainingMessage;
    default:
      return { role, content, index } as TrainingMessage;
  }
}

/** Which keys a message may have goes by its role, and by whether it calls tools. */
function keysOf(
  { role, tool_calls: calls }: Readonly<Record<string, unknown>>,
  { tools, marksUntrained }: SftProfile,
): ProfileKeys {
  const plain = { required: ["role", "content"], optional: [] };
  if (role === "tool" && tools !== null) {
    const name = tools.resultName ? ["name"] : [];
    return { required: ["role", "tool_call_id", ...name, "content"], optional: [] };
  }
  if (role !== "assistant") return plain;
  const weight = marksUntrained ? ["weight"] : [];
  if (tools === null) return { ...plain, optional: weight };
  return calls !== undefined && tools.emptyContent === "omit"
    ? { required: ["role"], optional: ["content", "tool_calls", ...weight] }
    : { ...plain, optional: ["tool_calls", ...weight] };
}

function weightFault({ weight }: Readonly<Record<string, unknown>>): string | null {
  if (weight === undefined || weight === 0 || weight === 1) return null;
  return `weight must be the integer 0 or 1, got ${describeValue(weight)}`;
}

/** Parts as core has them; what is no such part stays, to be found wrong. */
function readParts(content: unknown): unknown {
  return Array.isArray(content) ? content.map(readPart) : content;
}

function readPart(part: unknown): ContentPart | unknown {
  if (!isPlainObject(part) || part.type !== "image_url") return part;
  const { image_url: image } = part;
  return { type: "image", url: isPlainObject(image) ? image.url : undefined };
}
