import {
  type AssistantMessage,
  isPlainObject,
  type ModelResponse,
  withoutUndefined,
} from "@rollouts/core";
import type { Call } from "../call.ts";
import { findToldError } from "../failures/error-body.ts";
import { failedReply } from "../failures/failed-reply.ts";
import { readError } from "../failures/failure.ts";
import { interruptedError, protocolError } from "../failures/provider-failure.ts";
import { readServed } from "../reply/read-served.ts";
import type { TokenNames } from "../reply/read-usage.ts";
import { toResponse } from "../reply/to-response.ts";
import type { Answer } from "../wire/answer.ts";
import { type ChatToolCalls, readChatToolCalls } from "./chat-tool-calls.ts";
import { keepChatMessage } from "./replay-chat.ts";

type Body = Record<string, unknown>;

/** What Chat Completions calls the two kinds of tokens. */
export const chatTokenNames: TokenNames = { input: "prompt", output: "completion" };

/** What servers say of a reply that they gave up. */
const abortLabels: readonly unknown[] = ["abort", "aborted", "cancelled"];

/**
 * Reads an answer of Chat Completions, its first choice.
 *
 * @throws ProviderError for an answer that reports a failure, is empty, was given up or has another
 * shape.
 */
export function readChatReply({ body, ...head }: Answer, call: Call): ModelResponse {
  const fail = (problem: string) => protocolError(problem, call, head);
  const told = findToldError(body);
  if (told !== undefined) return failedReply({ ...readError(told), ...head }, call, body);
  if (!isPlainObject(body)) throw fail("the body is no JSON object");
  const choice: unknown = Array.isArray(body.choices) ? body.choices[0] : undefined;
  if (!isPlainObject(choice)) throw fail("there are no choices");
  const error = findChoiceError(choice);
  if (error !== undefined) return failedReply({ ...readError(error), ...head }, call, body);
  const { message, finish_reason: label } = choice;
  if (abortLabels.includes(label)) {
    throw interruptedError(`was given up by the server (${label})`, call, head);
  }
  if (!isPlainObject(message)) throw fail("choices[0] has no message");
  const toolCalls = readChatToolCalls(message, call);
  if (typeof toolCalls === "string") throw fail(toolCalls);
  const read = toMessage(message, toolCalls, call);
  const said = {
    message: read,
    saysSomething: Boolean(read.content || read.refusal || read.toolCalls),
    label,
    usage: body.usage,
    tokenNames: chatTokenNames,
    served: readServed(body, head, call),
    warnings: toolCalls.warnings,
  } as const;
  return toResponse(said, call);
}

/** Gateways report failures of the server behind them inside of a success. */
function findChoiceError(choice: Body): unknown {
  const isCut = choice.finish_reason === "error";
  return findToldError(choice) ?? (isCut ? "finish_reason is error" : undefined);
}

function toMessage(message: Body, toolCalls: ChatToolCalls, call: Call): AssistantMessage {
  const { calls } = toolCalls;
  const { reasoning_content, reasoning, reasoning_details } = message;
  const texts = {
    content: readText(message.content) ?? null,
    // Some servers always send the member, empty beside an answer.
    refusal: readText(message.refusal) || undefined,
  };
  return withoutUndefined({
    role: "assistant" as const,
    ...texts,
    reasoning:
      readText(reasoning_content) ?? readText(reasoning) ?? readText(reasoning_details, "\n"),
    toolCalls: calls.length === 0 ? undefined : calls,
    providerItems: keepChatMessage(message, texts, { toolCalls, call }),
  });
}

/** Some servers give a list of parts in place of one text. */
function readText(content: unknown, separator = ""): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const parts = content.filter(isPlainObject).map(({ text, summary }) => text ?? summary);
  const present = parts.filter((text) => typeof text === "string");
  return present.length === 0 ? undefined : present.join(separator);
}
