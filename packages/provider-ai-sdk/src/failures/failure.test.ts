import { APICallError, LoadAPIKeyError } from "@ai-sdk/provider";
import { APICallError as APICallError4 } from "@ai-sdk/provider-4";
import { withoutUndefined } from "@rollouts/core";
import { expect, test } from "vitest";
import { readFailure } from "./failure.ts";

const details = {
  message: "Slow down.",
  url: "https://models.example/v1/chat?key=secret",
  requestBodyValues: { messages: ["private"] },
  statusCode: 429,
  responseHeaders: { "retry-after": "2", "x-request-id": "req_1" },
};
const read = (thrown: unknown) => withoutUndefined(readFailure(thrown));

test.each([
  ["3", APICallError],
  ["4", APICallError4],
])("an error of @ai-sdk/provider %s", (_version, ErrorClass) => {
  const data = {
    error: { message: "Slow down.", type: "tokens", param: null, code: "rate_limit" },
  };
  expect(read(new ErrorClass({ ...details, data }))).toEqual({
    name: "AI_APICallError",
    status: 429,
    code: "rate_limit",
    type: "tokens",
    text: "Slow down.",
    isRetryable: true,
    retryAfterMs: 2000,
    requestId: "req_1",
  });
});

test("the text of the response is read, which may say more than the provider package has read", () => {
  const responseBody =
    '{"error":{"type":"overloaded_error","message":"m","metadata":{"reasons":["violence"]}}}';
  const data = { error: { type: "tokens" } };
  expect(read(new APICallError({ ...details, data, responseBody }))).toMatchObject({
    type: "overloaded_error",
    isModerated: true,
  });
  expect(read(new APICallError({ ...details, data, responseBody: "{" })).type).toBe("tokens");
  expect(read(new APICallError({ ...details, responseBody: "{" })).type).toBeUndefined();
});

test.each<[unknown, object]>([
  ["broken", { text: "broken" }],
  [undefined, { text: "undefined" }],
  [
    { code: 502, message: "upstream" },
    { code: "502", text: "upstream" },
  ],
  [
    { type: "error", error: { type: "overloaded_error", message: "Busy." } },
    { type: "overloaded_error", text: "Busy." },
  ],
  [
    { type: "response.failed", response: { error: { code: "server_error", message: "Oops." } } },
    { code: "server_error", text: "Oops." },
  ],
  [
    Object.assign(new TypeError("terminated"), {
      cause: Object.assign(new Error("other side closed"), { code: "UND_ERR_SOCKET" }),
    }),
    { name: "TypeError", text: "terminated", networkCode: "UND_ERR_SOCKET" },
  ],
  [new LoadAPIKeyError({ message: "No key." }), { name: "AI_LoadAPIKeyError", text: "No key." }],
])("%j", (thrown, failure) => {
  expect(read(thrown)).toEqual(failure);
});
