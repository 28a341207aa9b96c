import type { FinishReason, ToolCall, Usage } from "@rollouts/core";
import type { Call } from "../call.ts";
import { isJson } from "./is-json.ts";

/** What servers call a reply that was cut by the limit of its tokens. */
const lengthLabels: readonly unknown[] = [
  "length",
  "max_output_tokens",
  "max_tokens",
  "model_length",
];

/** What is known of how a reply ended. */
interface Ending {
  /** What the server says: a finish reason, or why a response is incomplete; `stop` when it is whole. */
  readonly label: unknown;
  readonly toolCalls: readonly ToolCall[];
  readonly usage: Usage | undefined;
  readonly call: Call;
}

/**
 * Why a reply ended, by what is there, since labels differ between servers: tool calls that are whole
 * are a tool turn; what is cut was cut by the limit when the label says so, or the usage, or when the
 * server is known to hide it. Calls that cannot be read for another reason are the model's mistake.
 */
export function toFinishReason({ label, toolCalls, usage, call }: Ending): FinishReason {
  if (label === "content_filter") return "content-filter";
  if (toolCalls.length > 0 && toolCalls.every(isWhole)) return "tool-calls";
  if (lengthLabels.includes(label)) return "length";
  if (toolCalls.length > 0) {
    const mayBeCut = call.profile.hidesCutCalls || isAtLimit(usage, call);
    return mayBeCut && toolCalls.some(isBroken) ? "length" : "tool-calls";
  }
  return label === "stop" ? "stop" : "other";
}

/** True for a label of an incomplete reply that is an answer all the same: cut, or filtered. */
export function isAnswerLabel(label: unknown): boolean {
  return label === "content_filter" || lengthLabels.includes(label);
}

function isWhole({ rawArguments }: ToolCall): boolean {
  return isJson(rawArguments);
}

/** No text at all is no sign of a cut: calls of tools without parameters are often written so. */
function isBroken({ rawArguments }: ToolCall): boolean {
  return rawArguments.trim() !== "" && !isJson(rawArguments);
}

function isAtLimit(usage: Usage | undefined, { maxOutputTokens }: Call): boolean {
  const outputTokens = usage?.outputTokens;
  if (maxOutputTokens === undefined || outputTokens === undefined) return false;
  return outputTokens >= maxOutputTokens;
}
