import { describeValue, type Model, type ModelResponse, ProviderError } from "@rollouts/core";

/**
 * Refuses what is no response, before a verdict is read out of it: models are plug-ins.
 *
 * @throws ProviderError of class `protocol`.
 */
export function checkResponse(response: unknown, model: Model): asserts response is ModelResponse {
  if (isResponse(response)) return;
  throw new ProviderError({
    errorClass: "protocol",
    provider: model.provider,
    message: `The judge's model ${describeValue(model.modelId)} broke its contract: it gave no whole response.`,
  });
}

function isResponse(response: unknown): boolean {
  const message: unknown = isObject(response) ? response.message : undefined;
  if (!isObject(message)) return false;
  const { content, toolCalls = [] } = message;
  const hasContent = typeof content === "string" || content === null;
  return hasContent && Array.isArray(toolCalls) && toolCalls.every(isToolCall);
}

function isToolCall(call: unknown): boolean {
  return isObject(call) && typeof call.name === "string" && typeof call.rawArguments === "string";
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}
