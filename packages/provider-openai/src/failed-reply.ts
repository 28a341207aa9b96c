import type { ModelResponse, ProviderErrorClass, Served } from "@rollouts/core";
import { isContentRefusal } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";
import { answeredError, type Call } from "./provider-failure.ts";

/** The circumstances of a failure. */
interface Circumstances {
  readonly call: Call;
  readonly served: Served;
  /** Class of a failure whose code is not known. */
  readonly unknown?: ProviderErrorClass | undefined;
}

/**
 * What a failure that the server told comes to: an answer, when the provider declined the content.
 *
 * @throws ProviderError for every other failure.
 */
export function failedReply(failure: Failure, circumstances: Circumstances): ModelResponse {
  const { call, served, unknown = "protocol" } = circumstances;
  if (!isContentRefusal(failure)) throw answeredError(failure, call, unknown);
  return {
    message: { role: "assistant", content: null, refusal: failure.text ?? failure.code ?? "" },
    finishReason: "content-filter",
    served,
  };
}
