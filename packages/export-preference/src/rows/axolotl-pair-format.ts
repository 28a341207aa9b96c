import { isPlainObject } from "@rollouts/core";
import { toChatMessages } from "@rollouts/export-sft/rows";
import type { PairFormat } from "../profiles/preference-profile.ts";

/** Rows with `messages`, and `chosen` and `rejected` of one message each. */
export const axolotlPairFormat: PairFormat = Object.freeze<PairFormat>({
  rowKeys: { required: ["messages", "chosen", "rejected"], optional: [] },
  write({ prompt, chosen, rejected }, { conversation }) {
    return {
      messages: toChatMessages(prompt, conversation),
      chosen: toChatMessages(chosen, conversation)[0],
      rejected: toChatMessages(rejected, conversation)[0],
    };
  },
  read({ messages, chosen, rejected }) {
    if (!Array.isArray(messages) || !isPlainObject(chosen) || !isPlainObject(rejected)) {
      return "messages must be a list, chosen and rejected must be messages";
    }
    return { prompt: messages, chosen: [chosen], rejected: [rejected], tools: {} };
  },
});
