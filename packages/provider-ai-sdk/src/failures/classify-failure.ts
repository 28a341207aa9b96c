import type { ProviderErrorClass } from "@rollouts/core";
import type { Failure } from "./failure.ts";

/** Codes of OpenAI, types of Anthropic, states of Google. */
const classByCode: ReadonlyMap<string, ProviderErrorClass> = new Map([
  ["invalid_api_key", "authentication"],
  ["authentication_error", "authentication"],
  ["permission_error", "authentication"],
  ["UNAUTHENTICATED", "authentication"],
  ["PERMISSION_DENIED", "authentication"],
  ["model_not_found", "model-not-found"],
  ["insufficient_quota", "quota-exhausted"],
  ["billing_error", "quota-exhausted"],
  ["billing_hard_limit_reached", "quota-exhausted"],
  ["billing_not_active", "quota-exhausted"],
  ["unsupported_parameter", "unsupported-setting"],
  ["unsupported_value", "unsupported-setting"],
  ["context_length_exceeded", "context-overflow"],
  ["request_too_large", "context-overflow"],
  ["rate_limit_exceeded", "rate-limit"],
  ["rate_limit_error", "rate-limit"],
  ["RESOURCE_EXHAUSTED", "rate-limit"],
  ["server_is_overloaded", "overloaded"],
  ["overloaded_error", "overloaded"],
  ["slow_down", "overloaded"],
  ["UNAVAILABLE", "overloaded"],
  ["server_error", "server"],
  ["api_error", "server"],
  ["INTERNAL", "server"],
  ["timeout_error", "timeout"],
  ["DEADLINE_EXCEEDED", "timeout"],
  ["invalid_request_error", "invalid-request"],
  ["invalid_prompt", "invalid-request"],
  ["INVALID_ARGUMENT", "invalid-request"],
]);

const classByStatus: ReadonlyMap<number, ProviderErrorClass> = new Map([
  [401, "authentication"],
  [402, "quota-exhausted"],
  [403, "authentication"],
  [404, "model-not-found"],
  [408, "timeout"],
  // A conflict with another request to the server, not with what this one says.
  [409, "server"],
  [429, "rate-limit"],
  [503, "overloaded"],
  [504, "timeout"],
  [529, "overloaded"],
]);

/** What the errors of the AI SDK that need no server mean. */
const classByName: ReadonlyMap<string, ProviderErrorClass> = new Map([
  ["AI_LoadAPIKeyError", "authentication"],
  ["AI_LoadSettingError", "unsupported-setting"],
  ["AI_UnsupportedFunctionalityError", "unsupported-setting"],
  ["AI_NoSuchModelError", "model-not-found"],
  ["AI_InvalidPromptError", "invalid-request"],
  ["AI_InvalidArgumentError", "invalid-request"],
  ["AI_EmptyResponseBodyError", "protocol"],
  ["AI_InvalidResponseDataError", "protocol"],
  ["AI_JSONParseError", "protocol"],
  ["AI_NoContentGeneratedError", "protocol"],
  ["AI_TypeValidationError", "protocol"],
  ["TimeoutError", "timeout"],
  ["AbortError", "connection"],
]);

/** What settings are called on the wire, by the larger providers. */
const settingParams: ReadonlySet<string> = new Set([
  ...["reasoning", "reasoning.effort", "reasoning_effort", "temperature", "top_p", "top_k"],
  ...["max_output_tokens", "max_completion_tokens", "max_tokens", "seed", "stop", "n"],
  ...["presence_penalty", "frequency_penalty", "service_tier", "verbosity", "text.verbosity"],
]);

/**
 * The class of a failure by status, code, parameter and kind of error; never by the words of its
 * message, which change.
 */
export function classifyFailure(failure: Failure): ProviderErrorClass {
  const { name = "", networkCode, status } = failure;
  const byName = classByName.get(name);
  if (byName !== undefined) return byName;
  // What broke on the way counts before a status that had come.
  if (isOfNetwork(networkCode)) {
    return /TIMEOUT|TIMEDOUT/.test(networkCode) ? "timeout" : "connection";
  }
  if (status === undefined) return classifyByCode(failure) ?? classifyUntold(failure);
  if (status >= 500) return classByStatus.get(status) ?? "server";
  // A success that could not be read.
  if (status < 300) return classifyByCode(failure) ?? "protocol";
  return classifyRejection(failure, status);
}

const networkCodes =
  /^(E[A-Z0-9]+|EAI_\w+|ERR_(?!INVALID)\w+|UND_ERR_\w+|CERT_\w+|DEPTH_\w+|UNABLE_\w+)$/;

/** True for a code that comes from a socket or the HTTP client, and not from a provider. */
function isOfNetwork(code: string | undefined): code is string {
  return code !== undefined && networkCodes.test(code);
}

function classifyByCode({ code = "", type = "" }: Failure): ProviderErrorClass | undefined {
  // Some gateways answer 200 and put the status that they mean into the code.
  if (/^[45]\d\d$/.test(code)) return classifyFailure({ status: Number(code), type });
  return classByCode.get(code) ?? classByCode.get(type);
}

function classifyRejection(failure: Failure, status: number): ProviderErrorClass {
  const { code = "", type = "", param, isRetryable } = failure;
  // Gateways call a request that is too large for any of their limits a rate limit.
  if (status === 413) return "context-overflow";
  const isBadRequest = status === 400 || status === 422;
  if (isBadRequest && settingParams.has(param ?? "")) return "unsupported-setting";
  // A type is of several codes, so it says less than a status does.
  const byCode = classByCode.get(code) ?? classByStatus.get(status) ?? classByCode.get(type);
  if (byCode !== undefined && byCode !== "invalid-request") return byCode;
  return isRetryable === true ? "server" : "invalid-request";
}

/** No status, no known code: the way to the provider, or the provider package itself. */
function classifyUntold({ isRetryable, code, type }: Failure): ProviderErrorClass {
  if (isRetryable === true) return "connection";
  return code === undefined && type === undefined ? "invalid-request" : "protocol";
}

/**
 * True when the provider declined on grounds of content. That is an answer to the prompt, which
 * counts, and not a failure of the machinery.
 */
export function isContentRefusal({ status, code = "", isModerated }: Failure): boolean {
  if (isModerated && (status === 403 || code === "403")) return true;
  return code === "content_filter" || /_policy(_violation)?$/.test(code);
}
