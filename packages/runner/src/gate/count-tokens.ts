import type { AssistantMessage, Message, ModelRequest, ModelResponse, Usage } from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";

const charactersPerToken = 4;

/** About how many tokens a prompt has, without images and tools. */
export function promptTokens(messages: readonly Message[]): number {
  return toTokens(messages.reduce((sum, message) => sum + charactersOf(message), 0));
}

/**
 * What a call has taken, with the lengths of prompt and answer in place of what the provider did not
 * report; `sampleCount` answers as long as this one.
 */
export function fillUsage(
  usage: Usage,
  request: ModelRequest,
  response: ModelResponse,
  sampleCount = 1,
): Usage {
  const { inputTokens, outputTokens, totalTokens } = usage;
  if (isAmount(inputTokens) && isAmount(outputTokens)) return usage;
  const output = isAmount(outputTokens) ? outputTokens : sampleCount * answerTokens(response);
  const rest = isAmount(totalTokens)
    ? Math.max(0, totalTokens - output)
    : promptTokens(request.messages);
  const input = isAmount(inputTokens) ? inputTokens : rest;
  const total = isAmount(totalTokens) ? totalTokens : input + output;
  return { ...usage, inputTokens: input, outputTokens: output, totalTokens: total };
}

/** Models are plug-ins: the answer may be anything, or lack everything. */
function answerTokens(response: Partial<ModelResponse> | undefined | null): number {
  const message: Partial<AssistantMessage> = response?.message ?? {};
  const { content, reasoning, refusal, toolCalls } = message;
  const calls = Array.isArray(toolCalls) ? toolCalls : [];
  const texts: unknown[] = [content, reasoning, refusal];
  for (const call of calls) texts.push(call?.name, call?.rawArguments);
  return toTokens(texts.reduce<number>((sum, text) => sum + lengthOf(text), 0));
}

function lengthOf(text: unknown): number {
  return typeof text === "string" ? text.length : 0;
}

function toTokens(characters: number): number {
  return Math.ceil(characters / charactersPerToken);
}

function charactersOf(message: Message): number {
  const { content } = message;
  const calls = message.role === "assistant" ? (message.toolCalls ?? []) : [];
  const asked = calls.reduce((sum, { rawArguments }) => sum + rawArguments.length, 0);
  if (typeof content === "string") return asked + content.length;
  return (content ?? []).reduce(
    (sum, part) => sum + (part.type === "text" ? part.text.length : 0),
    asked,
  );
}
