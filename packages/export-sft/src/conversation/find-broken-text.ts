import { describeValue } from "@rollouts/core";
import { conversationTexts } from "./conversation-texts.ts";
import {
  findLoneSurrogate,
  findLoneSurrogateInJson,
  mayEscapeSurrogate,
} from "./lone-surrogate.ts";
import type { TrainingConversation } from "./training-conversation.ts";

/** Half a character, which UTF-8 cannot carry. */
export interface BrokenText {
  /** Which one, and where. */
  readonly fault: string;
  /** From 0; `null` when it stands in no message. */
  readonly attemptIndex: number | null;
}

/**
 * Finds half a character in a row, given as JSON, and in the arguments of its calls, which a trainer
 * parses; `null` when there is none. The conversations are those that the row was made of.
 */
export function findBrokenText(
  json: string,
  conversations: readonly TrainingConversation[],
): BrokenText | null {
  // What JSON.stringify writes of half a character is always an escape.
  if (!mayEscapeSurrogate(json)) return null;
  for (const conversation of conversations) {
    const { attemptIndex } = conversation.provenance;
    const fault = findInMessages(conversation) ?? findInTools(conversation);
    if (fault !== null) return { fault, attemptIndex };
  }
  const surrogate = findLoneSurrogateInJson(json);
  return surrogate === null
    ? null
    : { fault: `lone surrogate ${surrogate} in its row`, attemptIndex: null };
}

function findInMessages(conversation: TrainingConversation): string | null {
  for (const { text, message, kind } of conversationTexts(conversation)) {
    const isJson = kind === "arguments";
    const surrogate = isJson ? findLoneSurrogateInJson(text) : findLoneSurrogate(text);
    if (surrogate === null) continue;
    const { index, role } = message;
    return `lone surrogate ${surrogate} in ${isJson ? "the arguments of " : ""}message ${index} (${role}) of its run`;
  }
  return null;
}

function findInTools({ tools }: TrainingConversation): string | null {
  for (const tool of tools ?? []) {
    const surrogate = findLoneSurrogateInJson(JSON.stringify(tool));
    if (surrogate === null) continue;
    return `lone surrogate ${surrogate} in the definition of the tool ${describeValue(tool.name)}`;
  }
  return null;
}
