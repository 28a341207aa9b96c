import type { TrainingConversation } from "../conversation/training-conversation.ts";
import type { Row, RowFormat, SftProfile } from "../profiles/profile.ts";
import { toolKeys } from "./chat-format.ts";
import { checkChatMessages } from "./check-chat-messages.ts";
import { checkChatTools } from "./check-chat-tools.ts";
import { toChatMessages } from "./to-chat-messages.ts";
import { toolNamesIn } from "./tool-names.ts";

/** Rows with everything up to the last answer as `prompt`, and that answer as `completion`. */
export const promptCompletionFormat: RowFormat = Object.freeze({
  write({ messages, tools }: TrainingConversation, profile: SftProfile): Row {
    const written = toChatMessages(messages, profile);
    return {
      prompt: written.slice(0, -1),
      completion: written.slice(-1),
      ...toolKeys({ messages, tools }, profile),
    };
  },
  *check(row: Readonly<Record<string, unknown>>, profile: SftProfile) {
    const { prompt, completion } = row;
    if (!Array.isArray(prompt) || !Array.isArray(completion) || completion.length !== 1) {
      yield { message: null, fault: "prompt must be a list, and completion a list of one message" };
      return;
    }
    yield* checkChatMessages([...prompt, ...completion], {
      key: "prompt and completion",
      toolNames: toolNamesIn(row),
      profile,
    });
    yield* checkChatTools(row, profile);
  },
});
