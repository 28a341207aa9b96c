import { type ModelResponse, withoutUndefined } from "@rollouts/core";
import type { ModelDefinition } from "../call.ts";
import { quote } from "../quote.ts";
import { isContentRefusal } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";
import { toldError } from "./provider-failure.ts";

const maxRefusalLength = 1000;

/**
 * What a failure that the model told comes to: an answer, when the provider declined the content.
 *
 * @throws ProviderError for every other failure.
 */
export function failedReply(
  failure: Failure,
  { definition, hasBegun }: { definition: ModelDefinition; hasBegun: boolean },
): ModelResponse {
  if (!isContentRefusal(failure)) throw toldError(failure, definition, hasBegun);
  const { code, text = code ?? "content_filter", requestId } = failure;
  return {
    message: { role: "assistant", content: null, refusal: quote(text, maxRefusalLength) },
    finishReason: "content-filter",
    served: withoutUndefined({ requestId: requestId && quote(requestId) }),
  };
}
