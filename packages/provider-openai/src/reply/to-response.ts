import {
  type AssistantMessage,
  type ModelResponse,
  type Served,
  withoutUndefined,
} from "@rollouts/core";
import type { Call } from "../call.ts";
import { protocolError } from "../failures/provider-failure.ts";
import { toFinishReason } from "./finish-reason.ts";
import { isImpossible, readUsage, type TokenNames } from "./read-usage.ts";

/** What a reply of either API says. */
export interface Said {
  readonly message: AssistantMessage;
  /** False when there is nothing but reasoning and empty texts. */
  readonly saysSomething: boolean;
  /** How the server says that it ended. */
  readonly label: unknown;
  readonly usage: unknown;
  readonly tokenNames: TokenNames;
  readonly served: Served;
  readonly warnings: readonly string[];
}

/**
 * Makes the response of what a reply says.
 *
 * @throws ProviderError for a reply that says nothing though nothing cut it.
 */
export function toResponse(said: Said, call: Call): ModelResponse {
  const { message, saysSomething, label, served } = said;
  const { provider } = call.profile;
  const warnings = [...said.warnings];
  let usage = readUsage(said.usage, said.tokenNames, call.profile);
  if (usage !== undefined && isImpossible(usage, saysSomething)) {
    usage = undefined;
    warnings.push(`usage suspicious: ${provider} counted 0 tokens, so its usage is left out.`);
  }
  const finishReason = toFinishReason({ label, toolCalls: message.toolCalls ?? [], usage, call });
  const isEmpty = !saysSomething && (finishReason === "stop" || finishReason === "other");
  if (isEmpty && !call.allowEmptyReply) {
    throw protocolError("the reply is empty", call, { requestId: served.requestId });
  }
  return withoutUndefined({
    // An empty text is an answer, where `null` is none.
    message: isEmpty ? { ...message, content: message.content ?? "" } : message,
    finishReason,
    usage,
    served,
    warnings: warnings.length === 0 ? undefined : warnings,
  });
}
