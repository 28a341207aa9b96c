import { isPlainObject, type JsonObject, type Message, type ModelRequest } from "@rollouts/core";
import { Ajv, type ValidateFunction } from "ajv";
import { expect, test } from "vitest";
import { z } from "zod";
import { toChatRequest } from "./chat/chat-request.ts";
import { readApiSchemas } from "./conformance.test-helper.ts";
import { defineModel, requestOf, user, weatherTool } from "./requests.test-helper.ts";
import { toResponsesRequest } from "./responses/responses-request.ts";
import { createSchemaWriter } from "./schemas/schema-writer.ts";
import type { OpenAISettings } from "./settings.ts";

const schemas = loadApiSchemas();
const apis = {
  responses: { toRequest: toResponsesRequest, schema: "CreateResponse" },
  chat: { toRequest: toChatRequest, schema: "CreateChatCompletionRequest" },
};

const conversation: readonly Message[] = [
  { role: "system", content: "Be brief." },
  {
    role: "user",
    content: [
      { type: "text", text: "This?" },
      { type: "image", url: "https://pictures.example/a.png" },
    ],
  },
  {
    role: "assistant",
    content: "I look it up.",
    toolCalls: [{ id: "c1", name: "get_weather", rawArguments: '{"city":"Oslo"}' }],
  },
  { role: "tool", toolCallId: "c1", content: "cold", isError: false },
  { role: "assistant", content: null, refusal: "No." },
  { role: "system", content: "In Norwegian." },
  user,
];
const { jsonSchema } = z.object({ value: z.int(), note: z.string().nullable() })["~standard"];
const output = {
  name: "answer",
  description: "The answer",
  schema: jsonSchema.input({ target: "draft-07" }) as JsonObject,
};
const optional = {
  name: "note",
  parameters: { type: "object", properties: { a: { type: "string" } } },
};

const requests: [string, ModelRequest][] = [
  ["a bare request", requestOf([user])],
  ["a conversation", requestOf(conversation)],
  ["tools", requestOf([user], { tools: [weatherTool, optional], toolChoice: "required" })],
  [
    "a named tool",
    requestOf([user], { tools: [weatherTool], toolChoice: { name: "get_weather" } }),
  ],
  ["an output schema", requestOf([user], { output })],
  ["everything", requestOf(conversation, { tools: [weatherTool], toolChoice: "auto", output })],
];
const settings: OpenAISettings = {
  reasoningEffort: "low",
  temperature: 0.5,
  topP: 0.9,
  maxOutputTokens: 100,
  serviceTier: "flex",
  verbosity: "high",
  parallelToolCalls: false,
};

for (const api of ["responses", "chat"] as const) {
  const { toRequest, schema } = apis[api];
  const validate = schemas.validator(schema);
  const properties = schemas.propertiesOf(schema);
  const chatOnly: OpenAISettings = api === "chat" ? { seed: 7, stop: ["END"] } : {};

  test.each(requests)(`${api}: %s is as the published schema wants it`, (_name, request) => {
    for (const given of [{}, { ...settings, ...chatOnly }]) {
      const definition = defineModel(given, { api, modelId: "gpt-5.5" });
      const body = toRequest(request, definition, createSchemaWriter("auto"));
      validate(body);
      expect(validate.errors ?? []).toEqual([]);
      expect(Object.keys(body).filter((name) => !properties.has(name))).toEqual([]);
    }
  });

  test(`${api}: the schema would notice a wrong request`, () => {
    const definition = defineModel({}, { api });
    const body = toRequest(requestOf([user]), definition, createSchemaWriter("auto"));
    expect(validate({ ...body, temperature: "hot" })).toBe(false);
    expect(properties.has("strictSchemas")).toBe(false);
  });
}

type Schema = Record<string, unknown>;

/** OpenAI's published schemas of its API. */
function loadApiSchemas() {
  const api = fromOpenApi(JSON.parse(readApiSchemas())) as {
    components: { schemas: Record<string, Schema> };
  };
  const { schemas } = api.components;
  const ajv = new Ajv({ strict: false, allErrors: true, validateFormats: false });
  ajv.addSchema({ $id: "api", ...api });
  return {
    /** Checks a value against one of the schemas. */
    validator: (name: string): ValidateFunction =>
      ajv.compile({ $ref: `api#/components/schemas/${name}` }),
    /** All properties that a schema names, also by the schemas that it is made of. */
    propertiesOf: (name: string) => collectProperties(schemas[name] ?? {}, schemas),
  };
}

/**
 * OpenAPI says that null is allowed beside the schema, JSON Schema within. Its alternatives are told
 * apart by a discriminator, and so may overlap.
 */
function fromOpenApi(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(fromOpenApi);
  if (!isPlainObject(value)) return value;
  const { nullable, discriminator: _discriminator, ...others } = value;
  const rewritten = Object.fromEntries(
    Object.entries(others).map(([key, part]) => [
      key === "oneOf" ? "anyOf" : key,
      fromOpenApi(part),
    ]),
  );
  return nullable === true ? { anyOf: [rewritten, { type: "null" }] } : rewritten;
}

function collectProperties(schema: Schema, schemas: Record<string, Schema>): Set<string> {
  const { $ref, properties, allOf = [] } = schema;
  const names = new Set(Object.keys(isPlainObject(properties) ? properties : {}));
  const target = typeof $ref === "string" ? schemas[$ref.split("/").at(-1) ?? ""] : undefined;
  const parts = [...(allOf as Schema[]), ...(target === undefined ? [] : [target])];
  for (const part of parts) {
    for (const name of collectProperties(part, schemas)) names.add(name);
  }
  return names;
}
