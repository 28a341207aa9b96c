import type { ProviderErrorClass } from "@rollouts/core";
import type { Failure } from "./failure.ts";

const classByCode: ReadonlyMap<string, ProviderErrorClass> = new Map([
  ["invalid_api_key", "authentication"],
  ["model_not_found", "model-not-found"],
  ["insufficient_quota", "quota-exhausted"],
  ["billing_hard_limit_reached", "quota-exhausted"],
  ["billing_not_active", "quota-exhausted"],
  ["unsupported_parameter", "unsupported-setting"],
  ["unsupported_value", "unsupported-setting"],
  ["invalid_json_schema", "unsupported-setting"],
  ["invalid_function_parameters", "unsupported-setting"],
  ["context_length_exceeded", "context-overflow"],
  ["rate_limit_exceeded", "rate-limit"],
  ["server_is_overloaded", "overloaded"],
  ["slow_down", "overloaded"],
  ["server_error", "server"],
  ["invalid_prompt", "invalid-request"],
  ["data_residency_mismatch", "invalid-request"],
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

/**
 * Parameters of either API, up to the first dot or bracket, that are the same in every request of an
 * agent: settings, tools and the form of the output.
 */
const fixedParams: ReadonlySet<string> = new Set([
  ...["reasoning", "reasoning_effort", "temperature", "top_p", "verbosity", "service_tier"],
  ...["max_output_tokens", "max_completion_tokens", "max_tokens", "seed", "stop", "include"],
  ...["tools", "tool_choice", "parallel_tool_calls", "text", "response_format"],
  ...["store", "stream", "stream_options"],
]);

/**
 * The class of a failure by status, code, type and parameter; never by the words of its message, which
 * change.
 */
export function classifyFailure(failure: Failure): ProviderErrorClass {
  const { code = "", type = "", param } = failure;
  // Some gateways answer 200 and put the status that they mean into the code.
  const status = failure.status ?? (/^[45]\d\d$/.test(code) ? Number(code) : undefined);
  if (status !== undefined && status >= 500) return classByStatus.get(status) ?? "server";
  // Gateways call a request that is too large for any of their limits a rate limit.
  if (status === 413) return "context-overflow";
  const byCode = classByCode.get(code) ?? classByCode.get(type);
  if (byCode !== undefined) return byCode;
  if (code.includes("image")) return "invalid-request";
  const isBadRequest =
    status === undefined ? type === "invalid_request_error" : status === 400 || status === 422;
  if (isBadRequest) return classifyBadRequest(param);
  // Not the model or the address but something that the request refers to.
  if (status === 404 && param !== undefined && param !== "model") return "invalid-request";
  if (status === undefined) return "server";
  return classByStatus.get(status) ?? "invalid-request";
}

function classifyBadRequest(param = ""): ProviderErrorClass {
  const [name = ""] = param.split(/[.[]/);
  if (name === "model") return "model-not-found";
  return fixedParams.has(name) ? "unsupported-setting" : "invalid-request";
}

/**
 * True when the provider declined on grounds of content. That is an answer to the prompt, which
 * counts, and not a failure of the machinery.
 */
export function isContentRefusal({ status, code = "", isModerated }: Failure): boolean {
  if (isModerated && (status === 403 || code === "403")) return true;
  return code === "content_filter" || /_policy(_violation)?$/.test(code);
}
