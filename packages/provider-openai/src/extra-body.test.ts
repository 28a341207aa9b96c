import { expect, test } from "vitest";
import { toChatRequest } from "./chat/chat-request.ts";
import { toExtraBody } from "./extra-body.ts";
import { defineModel, requestOf, user } from "./requests.test-helper.ts";
import { toResponsesRequest } from "./responses/responses-request.ts";
import { createSchemaWriter } from "./schemas/schema-writer.ts";

const api = "chat";

test("what a profile needs stays beside what the settings add to the same object", () => {
  const extraBody = { provider: { order: ["a"] }, top_k: 20 };
  expect(toExtraBody(defineModel({ extraBody }, { api, profile: "openrouter" }))).toEqual({
    provider: { require_parameters: true, order: ["a"] },
    top_k: 20,
  });
});

test("what the settings say themselves wins, one level deep", () => {
  const extraBody = { provider: { require_parameters: false, sort: { by: "price" } } };
  const definition = defineModel({ extraBody }, { api, profile: "openrouter" });
  expect(toExtraBody(definition)).toEqual(extraBody);
  const bare = defineModel({ extraBody: { provider: "a" } }, { api, profile: "openrouter" });
  expect(toExtraBody(bare)).toEqual({ provider: "a" });
});

test.each(["openrouter", "openai"] as const)("%s: without any, the profile's own", (profile) => {
  const expected = profile === "openai" ? {} : { provider: { require_parameters: true } };
  expect(toExtraBody(defineModel({}, { api, profile }))).toEqual(expected);
});

test.each([
  ["chat", toChatRequest],
  ["responses", toResponsesRequest],
] as const)("%s: what the policy's identity shows is sent, also `__proto__`", (api, toRequest) => {
  const extraBody = JSON.parse('{"__proto__":{"a":1},"x":{"__proto__":2}}');
  const definition = defineModel({ extraBody }, { api });
  const body = toRequest(requestOf([user]), definition, createSchemaWriter("auto"));
  expect(JSON.stringify(body)).toContain('"__proto__":{"a":1},"x":{"__proto__":2}');
});
