import { type Model, type ModelResponse, ProviderError } from "@rollouts/core";

/**
 * Refuses a reply that ended by itself and holds nothing at all: `null` for a text, no tool call, no
 * refusal. An empty text is an answer; a reply that was cut or filtered says so.
 *
 * @throws ProviderError of class `protocol`
 */
export function refuseEmptyReply(response: ModelResponse, model: Model): void {
  if (!isEmpty(response)) return;
  throw new ProviderError({
    errorClass: "protocol",
    provider: model.provider,
    message: `The model ${model.modelId} gave an empty reply: finish reason "stop", without text, tool call or refusal.`,
  });
}

/** Models are plug-ins: what is no response at all is for the agent to name. */
function isEmpty(response: ModelResponse): boolean {
  const message = (response as Partial<ModelResponse> | null | undefined)?.message;
  if (message === undefined || message === null || response.finishReason !== "stop") return false;
  const { content, refusal, toolCalls } = message;
  return content === null && typeof refusal !== "string" && (toolCalls?.length ?? 0) === 0;
}
