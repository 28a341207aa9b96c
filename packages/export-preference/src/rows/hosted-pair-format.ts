import { isPlainObject } from "@rollouts/core";
import {
  keyFault,
  type TrainingMessage,
  toChatMessages,
  toChatTools,
} from "@rollouts/export-sft/rows";
import type { PairForm, PairFormat } from "../profiles/preference-profile.ts";

/** Rows with `input`, `preferred_output` and `non_preferred_output`, as hosted services take them. */
export const hostedPairFormat: PairFormat = Object.freeze<PairFormat>({
  rowKeys: { required: ["input", "preferred_output", "non_preferred_output"], optional: [] },
  write({ prompt, chosen, rejected, tools }, { conversation }) {
    const definitions = toChatTools(tools, conversation.tools);
    const saysParallel = definitions !== undefined && conversation.tools?.parallelKey;
    return {
      input: {
        messages: toChatMessages(prompt, conversation),
        tools: definitions,
        parallel_tool_calls: saysParallel ? callsInParallel([...prompt, ...chosen]) : undefined,
      },
      preferred_output: toChatMessages(chosen, conversation),
      non_preferred_output: toChatMessages(rejected, conversation),
    };
  },
  read({ input, preferred_output: chosen, non_preferred_output: rejected }, form) {
    if (!isPlainObject(input)) return "input must be an object";
    const fault = keyFault(input, { required: ["messages"], optional: toolKeysOf(form) });
    if (fault !== null) return `input ${fault}`;
    const { messages: prompt, ...tools } = input;
    if (!Array.isArray(prompt) || !Array.isArray(chosen) || !Array.isArray(rejected)) {
      return "input.messages, preferred_output and non_preferred_output must be lists";
    }
    return { prompt, chosen, rejected, tools };
  },
});

function toolKeysOf({ conversation: { tools } }: PairForm): readonly string[] {
  if (tools === null) return [];
  return tools.parallelKey ? ["tools", "parallel_tool_calls"] : ["tools"];
}

function callsInParallel(messages: readonly TrainingMessage[]): boolean {
  return messages.some((turn) => turn.role === "assistant" && turn.toolCalls.length > 1);
}
