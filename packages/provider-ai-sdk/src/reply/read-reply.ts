import { type ModelResponse, type Usage, withoutUndefined } from "@rollouts/core";
import type { Call } from "../call.ts";
import { failedReplyError, interruptedError, protocolError } from "../failures/provider-failure.ts";
import { quote } from "../quote.ts";
import type { Answer } from "./answer.ts";
import { type ContentPart, readReasoning, readSaid } from "./content.ts";
import { findContentFault } from "./find-content-fault.ts";
import { isInterrupted, readStatedReason, toFinishReason } from "./finish-reason.ts";
import { readRateLimits, readRequestId } from "./headers.ts";
import { keepContent } from "./keep-content.ts";
import { findLosses } from "./losses.ts";
import { readUsage } from "./read-usage.ts";
import { readWarnings } from "./read-warnings.ts";
import { withOwnIds } from "./with-own-ids.ts";

/**
 * Reads an answer.
 *
 * @throws ProviderError for one that is not whole, reports a failure or has another shape.
 */
export function readReply(answer: Answer, call: Call): ModelResponse {
  const { definition } = call;
  const { headers, response } = answer;
  const requestId = readRequestId(headers);
  const reason = readStatedReason(answer.finishReason);
  if (reason.unified === "error") throw failedReplyError(reason.raw, definition);
  if (isInterrupted(reason, answer.isStreamed)) throw interruptedError(definition, requestId);
  const fault = findContentFault(answer.content);
  if (fault !== undefined) throw protocolError(fault, definition);
  const { content, madeCount } = withOwnIds(answer.content as ContentPart[], call.replyCount);
  const usage = readUsage(answer.usage);
  const { content: text, toolCalls } = readSaid(content);
  const finishReason = toFinishReason(reason, toolCalls, isAtLimit(usage, call));
  const warnings = [
    ...readWarnings(answer.warnings).map(({ text }) => text),
    ...findLosses(content, { madeIdCount: madeCount, finishReason }),
  ];
  return withoutUndefined({
    message: withoutUndefined({
      role: "assistant" as const,
      content: chooseText(answer, text, call),
      reasoning: readReasoning(content),
      toolCalls: toolCalls.length === 0 ? undefined : toolCalls,
      providerItems: keepContent(content, definition),
    }),
    finishReason,
    usage,
    served: withoutUndefined({
      model: toEvidence(response.modelId),
      responseId: toEvidence(response.id),
      requestId: toEvidence(requestId),
    }),
    rateLimits: readRateLimits(headers),
    warnings: warnings.length === 0 ? undefined : warnings,
  });
}

/** Beside drafts, V4 names the text that answers in the schema. */
function chooseText({ structuredOutputText }: Answer, text: string | null, call: Call) {
  return call.hasOutput && typeof structuredOutputText === "string" ? structuredOutputText : text;
}

function isAtLimit(usage: Usage | undefined, { definition }: Call): boolean {
  const { maxOutputTokens } = definition.settings;
  const outputTokens = usage?.outputTokens;
  if (maxOutputTokens === undefined || outputTokens === undefined) return false;
  return outputTokens >= maxOutputTokens;
}

/** Evidence is kept and shown, so it is foreign text like any other. */
function toEvidence(value: unknown): string | undefined {
  return typeof value === "string" && value !== "" ? quote(value) : undefined;
}
