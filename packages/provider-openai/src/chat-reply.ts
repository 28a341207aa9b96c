import {
  type AssistantMessage,
  type FinishReason,
  isPlainObject,
  type ModelResponse,
  type ToolCall,
} from "@rollouts/core";
import type { Answer } from "./call-api.ts";
import { failedReply } from "./failed-reply.ts";
import { readErrorBody } from "./failure.ts";
import { hasWholeCalls } from "./has-whole-calls.ts";
import { type Call, protocolError } from "./provider-failure.ts";
import { readServed } from "./read-served.ts";
import { readUsage } from "./read-usage.ts";
import { withoutUndefined } from "./without-undefined.ts";

type Body = Record<string, unknown>;

/**
 * Reads an answer of Chat Completions, its first choice.
 *
 * @throws ProviderError for an answer that reports a failure or has another shape.
 */
export function readChatReply({ body, requestId }: Answer, call: Call): ModelResponse {
  const fail = (problem: string) => protocolError(problem, call, { requestId });
  if (!isPlainObject(body)) throw fail("the body is no JSON object.");
  const served = readServed(body, requestId);
  const choice: unknown = Array.isArray(body.choices) ? body.choices[0] : undefined;
  const error = findError(body, choice);
  if (error !== undefined) {
    return failedReply({ ...readErrorBody(error), requestId }, { call, served, unknown: "server" });
  }
  if (!isPlainObject(choice)) throw fail("there are no choices.");
  if (!isPlainObject(choice.message)) throw fail("choices[0] has no message.");
  const toolCalls = readToolCalls(choice.message.tool_calls);
  if (typeof toolCalls === "string") throw fail(`${toolCalls}.`);
  return withoutUndefined({
    message: toMessage(choice.message, toolCalls),
    finishReason: toFinishReason(choice.finish_reason, toolCalls),
    usage: readUsage(body.usage, { input: "prompt", output: "completion" }),
    served,
  });
}

/** Gateways report failures of the server behind them inside of a success. */
function findError(body: Body, choice: unknown): unknown {
  if (!isPlainObject(choice)) return body.error ?? undefined;
  const isCut = choice.finish_reason === "error";
  return body.error ?? choice.error ?? (isCut ? "finish_reason is error" : undefined);
}

function toMessage(message: Body, toolCalls: readonly ToolCall[]): AssistantMessage {
  return withoutUndefined({
    role: "assistant" as const,
    content: readText(message.content) ?? null,
    reasoning: readText(message.reasoning_content) ?? readText(message.reasoning),
    // Some servers always send the member, empty beside an answer.
    refusal: readText(message.refusal) || undefined,
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
  });
}

/** Some servers give a list of parts in place of one text. */
function readText(content: unknown): string | undefined {
  if (typeof content === "string") return content;
  if (!Array.isArray(content)) return undefined;
  const texts = content.map((part: unknown) => (isPlainObject(part) ? part.text : undefined));
  const present = texts.filter((text) => typeof text === "string");
  return present.length === 0 ? undefined : present.join("");
}

function readToolCalls(list: unknown): ToolCall[] | string {
  if (list === undefined || list === null) return [];
  if (!Array.isArray(list)) return "tool_calls is no list";
  const calls: ToolCall[] = [];
  for (const [index, entry] of list.entries()) {
    const call = readToolCall(entry);
    if (call === undefined) return `tool_calls[${index}] is no function call with an id`;
    calls.push(call);
  }
  return calls;
}

function readToolCall(entry: unknown): ToolCall | undefined {
  if (!isPlainObject(entry) || !isPlainObject(entry.function)) return undefined;
  const { id } = entry;
  const { name, arguments: given } = entry.function;
  // Some servers parse the arguments on the way.
  const rawArguments = isPlainObject(given) ? JSON.stringify(given) : given;
  if (typeof id !== "string" || id === "") return undefined;
  if (typeof name !== "string" || typeof rawArguments !== "string") return undefined;
  return { id, name, rawArguments };
}

/** By what is there, since labels differ between servers: whole tool calls are a tool turn. */
function toFinishReason(label: unknown, toolCalls: readonly ToolCall[]): FinishReason {
  if (label === "content_filter") return "content-filter";
  if (hasWholeCalls(toolCalls)) return "tool-calls";
  if (label === "length") return "length";
  if (toolCalls.length > 0) return "tool-calls";
  return label === "stop" ? "stop" : "other";
}
