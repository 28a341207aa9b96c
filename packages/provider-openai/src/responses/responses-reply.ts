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
import { isAnswerLabel } from "../reply/finish-reason.ts";
import { readServed } from "../reply/read-served.ts";
import { toResponse } from "../reply/to-response.ts";
import type { Answer } from "../wire/answer.ts";
import { normalizeCalls } from "./normalize-calls.ts";
import { keepItems } from "./replay-items.ts";
import { type ReplyContent, readItems } from "./responses-items.ts";

type Body = Record<string, unknown>;

/** States of a response that is not whole, and will not become so here. */
const unfinished: readonly unknown[] = ["in_progress", "queued", "cancelled"];

/**
 * Reads an answer of the Responses API.
 *
 * @throws ProviderError for an answer that reports a failure, is empty or not finished, or has another
 * shape.
 */
export function readResponsesReply({ body, ...head }: Answer, call: Call): ModelResponse {
  const fail = (problem: string) => protocolError(problem, call, head);
  const told = findToldError(body);
  if (told !== undefined) return failedReply({ ...readError(told), ...head }, call, body);
  if (!isPlainObject(body)) throw fail("the body is no JSON object");
  const { status, output } = body;
  if (status === "failed") return failedReply(head, call, body);
  const label = readLabel(body);
  if (label === undefined) throw fail(`the status is ${JSON.stringify(status) ?? "missing"}`);
  if (label !== "stop" && !isAnswerLabel(label)) {
    throw interruptedError(`was given up by the server (${label})`, call, head);
  }
  if (!Array.isArray(output)) throw fail("there is no output");
  const { items, warnings } = normalizeCalls(output, call);
  const content = readItems(items);
  if (typeof content === "string") throw fail(content);
  const said = {
    message: toMessage(content, items, call),
    saysSomething: content.saysSomething,
    label,
    usage: body.usage,
    tokenNames: { input: "input", output: "output" },
    served: readServed(body, head, call),
    warnings,
  } as const;
  return toResponse(said, call);
}

/** How a response ended: `stop`, or why it is not whole. Undefined when it does not say. */
function readLabel({ status, incomplete_details }: Body): string | undefined {
  if (status === "completed") return "stop";
  if (status === "incomplete") {
    const reason = isPlainObject(incomplete_details) ? incomplete_details.reason : undefined;
    return typeof reason === "string" ? reason : "incomplete";
  }
  return unfinished.includes(status) ? String(status) : undefined;
}

function toMessage(
  { content, reasoning, refusal, toolCalls }: ReplyContent,
  items: readonly unknown[],
  call: Call,
): AssistantMessage {
  return withoutUndefined({
    role: "assistant" as const,
    content,
    reasoning,
    refusal,
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
    providerItems: items.length === 0 ? undefined : keepItems(items, call),
  });
}
