import { toChatMessages, toChatTools } from "@rollouts/export-sft/rows";
import type { PairFormat } from "../profiles/preference-profile.ts";

/** Rows with `prompt`, `chosen` and `rejected`, each a list of messages. */
export const trlPairFormat: PairFormat = Object.freeze<PairFormat>({
  rowKeys: { required: ["prompt", "chosen", "rejected"], optional: ["tools"] },
  write({ prompt, chosen, rejected, tools }, { conversation }) {
    return {
      prompt: toChatMessages(prompt, conversation),
      chosen: toChatMessages(chosen, conversation),
      rejected: toChatMessages(rejected, conversation),
      tools: toChatTools(tools, conversation.tools),
    };
  },
  read({ prompt, chosen, rejected, ...tools }) {
    if (!Array.isArray(prompt) || !Array.isArray(chosen) || !Array.isArray(rejected)) {
      return "prompt, chosen and rejected must be lists";
    }
    return { prompt, chosen, rejected, tools };
  },
});
