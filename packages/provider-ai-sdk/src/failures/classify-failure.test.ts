import { expect, test } from "vitest";
import { classifyFailure, isContentRefusal } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";

test.each<[Failure, string]>([
  [{ status: 401 }, "authentication"],
  [{ status: 403, type: "permission_error" }, "authentication"],
  [{ status: 404 }, "model-not-found"],
  [{ status: 404, type: "not_found_error" }, "model-not-found"],
  [{ status: 402 }, "quota-exhausted"],
  [{ status: 429, code: "insufficient_quota" }, "quota-exhausted"],
  [{ status: 429, code: "RESOURCE_EXHAUSTED" }, "rate-limit"],
  [{ status: 429 }, "rate-limit"],
  [{ status: 400, code: "unsupported_parameter", param: "logit_bias" }, "unsupported-setting"],
  [{ status: 400, param: "temperature" }, "unsupported-setting"],
  [{ status: 400, param: "input", type: "invalid_request_error" }, "invalid-request"],
  [{ status: 400, code: "context_length_exceeded" }, "context-overflow"],
  [{ status: 413, type: "request_too_large" }, "context-overflow"],
  [{ status: 413, code: "rate_limit_exceeded" }, "context-overflow"],
  [{ code: "413", type: "rate_limit_exceeded" }, "context-overflow"],
  [{ status: 400, text: "rate limit, insufficient_quota" }, "invalid-request"],
  [{ status: 400, isRetryable: true }, "server"],
  [{ status: 302 }, "invalid-request"],
  [{ status: 408 }, "timeout"],
  [{ status: 504 }, "timeout"],
  [{ status: 409, isRetryable: true }, "server"],
  [{ status: 500, code: "context_length_exceeded" }, "server"],
  [{ status: 503 }, "overloaded"],
  [{ status: 529, type: "overloaded_error" }, "overloaded"],
  [{ status: 200, name: "AI_APICallError" }, "protocol"],
  [{ status: 200, code: "rate_limit_exceeded" }, "rate-limit"],
  [{ status: 200, networkCode: "UND_ERR_SOCKET" }, "connection"],
  [{ networkCode: "ECONNREFUSED", isRetryable: true }, "connection"],
  [{ networkCode: "UND_ERR_HEADERS_TIMEOUT" }, "timeout"],
  [{ networkCode: "ETIMEDOUT" }, "timeout"],
  [{ networkCode: "EAI_AGAIN" }, "connection"],
  [{ networkCode: "DEPTH_ZERO_SELF_SIGNED_CERT" }, "connection"],
  [{ networkCode: "ERR_INVALID_URL" }, "invalid-request"],
  [{ networkCode: "EXCEEDED_LIMIT" }, "invalid-request"],
  [{ code: "502" }, "server"],
  [{ code: "429" }, "rate-limit"],
  [{ code: "server_error" }, "server"],
  [{ type: "overloaded_error" }, "overloaded"],
  [{ code: "something_new" }, "protocol"],
  [{ isRetryable: true }, "connection"],
  [{ name: "AI_LoadAPIKeyError" }, "authentication"],
  [{ name: "AI_LoadSettingError" }, "unsupported-setting"],
  [{ name: "AI_UnsupportedFunctionalityError" }, "unsupported-setting"],
  [{ name: "AI_NoSuchModelError" }, "model-not-found"],
  [{ name: "AI_InvalidPromptError" }, "invalid-request"],
  [{ name: "AI_JSONParseError" }, "protocol"],
  [{ name: "AI_TypeValidationError" }, "protocol"],
  [{ name: "TimeoutError" }, "timeout"],
  [{ name: "AbortError" }, "connection"],
  [{ name: "TypeError" }, "invalid-request"],
  [{}, "invalid-request"],
])("%j is of the class %s", (failure, expected) => {
  expect(classifyFailure(failure)).toBe(expected);
});

test.each<[string | undefined, boolean]>([
  ["content_filter", true],
  ["bio_policy", true],
  ["image_content_policy_violation", true],
  ["invalid_prompt", false],
  ["policy_missing", false],
  [undefined, false],
])("the code %s declines the content: %s", (code, expected) => {
  expect(isContentRefusal({ code })).toBe(expected);
});

test.each<[Failure, boolean]>([
  [{ status: 403, code: "403", isModerated: true }, true],
  [{ code: "403", isModerated: true }, true],
  [{ status: 403, code: "403" }, false],
  [{ status: 429, code: "429", isModerated: true }, false],
])("what a gateway moderated is declined: %j", (failure, expected) => {
  expect(isContentRefusal(failure)).toBe(expected);
});
