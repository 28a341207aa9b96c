import { expect, test } from "vitest";
import { classifyFailure, isContentRefusal } from "./classify-failure.ts";
import type { Failure } from "./failure.ts";

test.each<[Failure, string]>([
  [{ status: 401 }, "authentication"],
  [{ status: 403 }, "authentication"],
  [{ status: 403, code: "model_not_found" }, "model-not-found"],
  [{ status: 404, code: "model_not_found", param: "model" }, "model-not-found"],
  [{ status: 404 }, "model-not-found"],
  [{ status: 404, param: "input" }, "invalid-request"],
  [{ status: 402 }, "quota-exhausted"],
  [{ status: 429, code: "insufficient_quota" }, "quota-exhausted"],
  [{ status: 429, type: "insufficient_quota" }, "quota-exhausted"],
  [{ status: 429 }, "rate-limit"],
  [{ status: 429, code: "rate_limit_exceeded", type: "tokens" }, "rate-limit"],
  [{ status: 400, code: "unsupported_parameter", param: "max_tokens" }, "unsupported-setting"],
  [{ status: 400, code: "unsupported_value", param: "reasoning.effort" }, "unsupported-setting"],
  [{ status: 400, param: "temperature" }, "unsupported-setting"],
  [{ status: 400, param: "include" }, "unsupported-setting"],
  [{ status: 400, param: "input" }, "invalid-request"],
  [{ status: 400, code: "context_length_exceeded", param: "messages" }, "context-overflow"],
  [{ status: 400, code: "invalid_json_schema" }, "unsupported-setting"],
  [{ status: 400, code: "invalid_function_parameters" }, "unsupported-setting"],
  [{ status: 400, param: "tools[0].function.name" }, "unsupported-setting"],
  [{ status: 400, param: "text.format" }, "unsupported-setting"],
  [{ status: 422, param: "response_format" }, "unsupported-setting"],
  [{ status: 400, param: "model" }, "model-not-found"],
  [{ status: 400, param: "messages.[1].tool_calls" }, "invalid-request"],
  [{ status: 400, param: "input[2].output" }, "invalid-request"],
  [{ type: "invalid_request_error", param: "model" }, "model-not-found"],
  [{ type: "invalid_request_error", param: "input" }, "invalid-request"],
  [{ status: 400 }, "invalid-request"],
  [{ status: 422 }, "invalid-request"],
  [{ status: 302 }, "invalid-request"],
  [{ status: 408 }, "timeout"],
  [{ status: 504 }, "timeout"],
  [{ status: 409 }, "server"],
  [{ status: 413 }, "context-overflow"],
  [{ status: 413, code: "rate_limit_exceeded", type: "tokens" }, "context-overflow"],
  [{ code: "413", type: "rate_limit_exceeded" }, "context-overflow"],
  [{ status: 500 }, "server"],
  [{ status: 500, code: "context_length_exceeded" }, "server"],
  [{ status: 502 }, "server"],
  [{ status: 503, code: "server_error" }, "overloaded"],
  [{ status: 529 }, "overloaded"],
  [{ code: "502" }, "server"],
  [{ code: "429" }, "rate-limit"],
  [{ code: "server_error" }, "server"],
  [{ code: "rate_limit_exceeded" }, "rate-limit"],
  [{ code: "server_is_overloaded" }, "overloaded"],
  [{ code: "invalid_prompt" }, "invalid-request"],
  [{ code: "failed_to_download_image" }, "invalid-request"],
  [{ code: "something_new" }, "server"],
  [{}, "server"],
])("%j is of the class %s", (failure, expected) => {
  expect(classifyFailure(failure)).toBe(expected);
});

test("the words of a message decide nothing", () => {
  const text = "Rate limit exceeded: insufficient_quota, model_not_found";
  expect(classifyFailure({ status: 400, text })).toBe("invalid-request");
});

test.each([
  ["content_filter", true],
  ["bio_policy", true],
  ["misalignment_policy_violation", true],
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
