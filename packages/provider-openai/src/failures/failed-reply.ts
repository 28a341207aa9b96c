import { isPlainObject, type ModelResponse } from "@rollouts/core";
import type { Call } from "../call.ts";
import { quote } from "../quote.ts";
import { readServed } from "../reply/read-served.ts";
import { isContentRefusal } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";
import { answeredError } from "./provider-failure.ts";

const maxRefusalLength = 1000;

/**
 * What a failure that the server told comes to. An answer, when it is the model that failed and not the
 * machinery: when the provider declined the content, or the server could not read what the model wrote.
 * `body` is what it was told in, which may say more about the call.
 *
 * @throws ProviderError for every other failure.
 */
export function failedReply(failure: Failure, call: Call, body?: unknown): ModelResponse {
  const { code = "", text = code, failedGeneration = null } = failure;
  const served = readServed(isPlainObject(body) ? body : {}, failure, call);
  if (isContentRefusal(failure)) {
    return {
      message: { role: "assistant", content: null, refusal: quote(text, call, maxRefusalLength) },
      finishReason: "content-filter",
      served,
    };
  }
  if (call.profile.modelFaultCodes.includes(code)) {
    const warning = `${call.profile.provider} answered with an error (${code}): the model made a tool call that could not be read. What it wrote is taken for its answer.`;
    return {
      message: { role: "assistant", content: failedGeneration },
      finishReason: "other",
      served,
      warnings: [warning],
    };
  }
  throw answeredError(failure, call);
}
