import { type FinishReason, isPlainObject, type ModelResponse } from "@rollouts/core";
import type { Answer } from "./call-api.ts";
import { failedReply } from "./failed-reply.ts";
import { readErrorBody } from "./failure.ts";
import { hasWholeCalls } from "./has-whole-calls.ts";
import { type Call, protocolError } from "./provider-failure.ts";
import { readServed } from "./read-served.ts";
import { readUsage } from "./read-usage.ts";
import { keepItems } from "./replay.ts";
import { type ReplyContent, readItems } from "./responses-items.ts";
import { withoutUndefined } from "./without-undefined.ts";

type Body = Record<string, unknown>;

/**
 * Reads an answer of the Responses API.
 *
 * @throws ProviderError for an answer that reports a failure, is not finished, or has another shape.
 */
export function readResponsesReply({ body, requestId }: Answer, call: Call): ModelResponse {
  const fail = (problem: string) => protocolError(problem, call, { requestId });
  if (!isPlainObject(body)) throw fail("the body is no JSON object.");
  const served = readServed(body, requestId);
  const { status, error, output } = body;
  if (status === "failed") {
    return failedReply({ ...readErrorBody(error), requestId }, { call, served, unknown: "server" });
  }
  if (error !== undefined && error !== null) {
    return failedReply({ ...readErrorBody(error), requestId }, { call, served });
  }
  if (status !== "completed" && status !== "incomplete") {
    throw fail(`the status is ${JSON.stringify(status) ?? "missing"}.`);
  }
  if (!Array.isArray(output)) throw fail("there is no output.");
  const content = readItems(output);
  if (typeof content === "string") throw fail(`${content}.`);
  return withoutUndefined({
    message: toMessage(content, output, call.modelId),
    finishReason: toFinishReason(body, content),
    usage: readUsage(body.usage, { input: "input", output: "output" }),
    served,
  });
}

function toMessage(content: ReplyContent, output: readonly unknown[], modelId: string) {
  const { toolCalls } = content;
  return withoutUndefined({
    role: "assistant" as const,
    ...content,
    toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
    providerItems: output.length === 0 ? undefined : keepItems(output, modelId),
  });
}

/** By what is there, since a label may be wrong: whole tool calls are a tool turn. */
function toFinishReason({ status, incomplete_details }: Body, content: ReplyContent): FinishReason {
  const reason = isPlainObject(incomplete_details) ? incomplete_details.reason : undefined;
  if (status === "completed") return content.toolCalls.length > 0 ? "tool-calls" : "stop";
  if (reason === "content_filter") return "content-filter";
  if (hasWholeCalls(content.toolCalls)) return "tool-calls";
  return reason === "max_output_tokens" ? "length" : "other";
}
