import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { Row, RowFormat, SftProfile } from "../profiles/profile.ts";
import { checkChatMessages } from "./check-chat-messages.ts";
import { checkChatTools } from "./check-chat-tools.ts";
import { toChatMessages } from "./to-chat-messages.ts";
import { toChatTools } from "./to-chat-tools.ts";
import { toolNamesIn } from "./tool-names.ts";

/** Rows with `messages`, and `tools` if the profile has them in the row. */
export const chatFormat: RowFormat = Object.freeze({
  write({ messages, tools }: TrainingConversation, profile: SftProfile): Row {
    return {
      messages: toChatMessages(messages, profile),
      ...toolKeys({ messages, tools }, profile),
    };
  },
  *check(row: Readonly<Record<string, unknown>>, profile: SftProfile) {
    const toolNames = toolNamesIn(row);
    yield* checkChatMessages(row.messages, { key: "messages", toolNames, profile });
    yield* checkChatTools(row, profile);
  },
});

/** The keys of a row that are about tools, for a profile that has the definitions in the row. */
export function toolKeys(
  { messages, tools }: Pick<TrainingConversation, "messages" | "tools">,
  { tools: form }: Pick<SftProfile, "tools">,
): Row {
  const written = form?.definitions === "row" ? toChatTools(tools, form) : undefined;
  if (written === undefined) return {};
  const isParallel = messages.some(
    (turn) => turn.role === "assistant" && turn.toolCalls.length > 1,
  );
  return {
    tools: written,
    parallel_tool_calls: form?.parallelKey ? isParallel : undefined,
  };
}
