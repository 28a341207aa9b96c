import { mayEscapeSurrogate, toWhole, toWholeJson } from "./lone-surrogate.ts";
import type { TrainingConversation, TrainingMessage } from "./training-conversation.ts";

/**
 * The conversation with U+FFFD in place of every half of a character, also in the arguments of calls
 * and in tool definitions; the conversation itself when it has none. What is nested too deep must
 * have been refused before.
 */
export function replaceLoneSurrogates(conversation: TrainingConversation): TrainingConversation {
  const json = JSON.stringify(conversation);
  if (!mayEscapeSurrogate(json)) return conversation;
  const messages = conversation.messages.map(withWholeArguments);
  const mended = { ...conversation, ...toWholeTexts({ messages, tools: conversation.tools }) };
  return JSON.stringify(mended) === json ? conversation : mended;
}

function withWholeArguments(message: TrainingMessage): TrainingMessage {
  if (message.role !== "assistant" || message.toolCalls.length === 0) return message;
  const toolCalls = message.toolCalls.map((call) => ({
    ...call,
    rawArguments: toWholeJson(call.rawArguments),
  }));
  return { ...message, toolCalls };
}

/** Plain data with no half of a character in its texts and keys. */
export function toWholeTexts<Data>(data: Data): Data {
  return mend(data) as Data;
}

function mend(value: unknown): unknown {
  if (typeof value === "string") return toWhole(value);
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(mend);
  return Object.fromEntries(
    Object.entries(value).map(([key, member]) => [toWhole(key), mend(member)]),
  );
}
