import { conversationTexts } from "../conversation/conversation-texts.ts";
import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { TokenCounter } from "./load-token-counter.ts";

const perMessage = 3;
const perRow = 3;

/**
 * Estimates the tokens of a row, as OpenAI's cookbook does: the texts, 3 for each message and 3 for
 * the row; tool definitions by their JSON. Images are not counted: what they take goes by their size.
 */
export function countRowTokens(conversation: TrainingConversation, count: TokenCounter): number {
  let total = perRow + perMessage * conversation.messages.length;
  for (const { text, kind } of conversationTexts(conversation)) {
    if (kind !== "image") total += count(text);
  }
  const { tools } = conversation;
  return tools === null || tools.length === 0 ? total : total + count(JSON.stringify(tools));
}
