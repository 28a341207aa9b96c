import type { JsonObject } from "@rollouts/core";
import fc from "fast-check";
import { expect, test } from "vitest";
import { z } from "zod";
import { toWireSchema } from "./strict-schema.ts";

function jsonSchemaOf(schema: z.ZodType): JsonObject {
  return schema["~standard"].jsonSchema.input({ target: "draft-07" }) as JsonObject;
}

const strictSchemas: [string, z.ZodType][] = [
  ["no properties", z.object({})],
  ["an integer", z.object({ value: z.int().describe("The answer") })],
  ["nullable in place of optional", z.object({ note: z.string().nullable() })],
  ["a list of objects", z.object({ rows: z.array(z.object({ a: z.string().min(1) })).max(3) })],
  ["an enumeration and a literal", z.object({ kind: z.enum(["a", "b"]), tag: z.literal("x") })],
  ["formats that strict mode knows", z.object({ at: z.iso.datetime(), id: z.uuid() })],
  ["a nested union", z.object({ either: z.union([z.string(), z.object({ a: z.number() })]) })],
];
test.each(strictSchemas)("strict: %s", (_name, schema) => {
  expect(toWireSchema(jsonSchemaOf(schema), true).strict).toBe(true);
});

const looseSchemas: [string, z.ZodType][] = [
  ["an optional property", z.object({ note: z.string().optional() })],
  ["a property with a default", z.object({ unit: z.string().default("C") })],
  [
    "an optional property further in",
    z.object({ rows: z.array(z.object({ a: z.string().optional() })) }),
  ],
  ["a record", z.object({ counts: z.record(z.string(), z.number()) })],
  ["a tuple", z.object({ pair: z.tuple([z.string(), z.number()]) })],
  ["anything", z.object({ data: z.any() })],
  ["further properties wanted", z.looseObject({ a: z.string() })],
  ["a format that strict mode does not know", z.object({ link: z.url() })],
  ["a pattern that looks ahead", z.object({ code: z.string().regex(/^(?!x).*$/) })],
  ["a pattern that looks behind", z.object({ code: z.string().regex(/(?<=a)b/) })],
  ["a union at the root", z.union([z.object({ a: z.string() }), z.object({ b: z.string() })])],
  ["a list at the root", z.array(z.string())],
  ["a text at the root", z.string()],
];
test.each(looseSchemas)("not strict, and sent as it is: %s", (_name, schema) => {
  const { $schema, ...sent } = jsonSchemaOf(schema);
  expect(toWireSchema({ $schema, ...sent }, true)).toEqual({ schema: sent, strict: false });
});

test.each<[string, JsonObject]>([
  ["no properties named", { type: "object" }],
  ["a reference with company", object({ a: { $ref: "#/$defs/x", description: "d" } })],
  ["a reference to elsewhere", object({ a: { $ref: "https://schemas.example/x" } })],
  ["a keyword of composition", object({ a: { allOf: [{ type: "string" }] } })],
  ["a list of anything", object({ a: { type: "array" } })],
  ["a schema that is true", object({ a: true })],
  ["a loose definition", { ...object({}), $defs: { x: {} } }],
  ["properties that are no object", { type: "object", properties: [] }],
  ["11 levels", nested(11)],
])("not strict: %s", (_name, schema) => {
  expect(toWireSchema(schema, true)).toEqual({ schema, strict: false });
});

test("strict mode reaches down to level 10", () => {
  expect(toWireSchema(nested(10), true).strict).toBe(true);
});

test("a strict schema is closed on every level, and its discriminated unions become anyOf", () => {
  const cat = z.object({ kind: z.literal("cat"), lives: z.int() });
  const dog = z.object({ kind: z.literal("dog") });
  const schema = jsonSchemaOf(z.object({ pet: z.discriminatedUnion("kind", [cat, dog]) }));
  const bounds = { minimum: -9007199254740991, maximum: 9007199254740991 };
  expect(toWireSchema(schema, true)).toEqual({
    strict: true,
    schema: object({
      pet: {
        anyOf: [
          object({ kind: { type: "string", const: "cat" }, lives: { type: "integer", ...bounds } }),
          object({ kind: { type: "string", const: "dog" } }),
        ],
      },
    }),
  });
});

test("a recursive schema is closed in its definitions too", () => {
  const node = {
    type: "object",
    properties: { next: { $ref: "#/$defs/node" } },
    required: ["next"],
  };
  const schema = { ...object({ head: { $ref: "#/$defs/node" } }), $defs: { node } };
  expect(toWireSchema(schema, true)).toEqual({
    strict: true,
    schema: { ...schema, $defs: { node: { ...node, additionalProperties: false } } },
  });
});

test("a property may have the name of a keyword, or of a prototype", () => {
  const text = { type: "string" };
  const schema = JSON.parse(
    '{"type":"object","properties":{"items":{"type":"string"},"__proto__":{"type":"string"}},"required":["items","__proto__"]}',
  );
  const wire = toWireSchema(schema, true);
  expect(JSON.stringify(wire.schema)).toBe(
    JSON.stringify({ ...schema, additionalProperties: false }),
  );
  expect(toWireSchema(object({ oneOf: text }), true).schema).toEqual(object({ oneOf: text }));
});

test("strict mode can be declined: the schema then stays as it is", () => {
  const { $schema: _dialect, ...sent } = jsonSchemaOf(z.object({ value: z.int() }));
  expect(toWireSchema(sent, false)).toEqual({ schema: sent, strict: false });
});

test("whatever the schema, it is left alone, and preparing it twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.dictionary(keyword, fc.jsonValue({ maxDepth: 3 })), (schema) => {
      const before = JSON.stringify(schema);
      const once = toWireSchema(schema as JsonObject, true);
      expect(JSON.stringify(schema)).toBe(before);
      expect(toWireSchema(once.schema, true)).toEqual(once);
    }),
  );
});

const keyword = fc.constantFrom(
  "type",
  "properties",
  "required",
  "items",
  "anyOf",
  "$ref",
  "$defs",
);

function object(properties: JsonObject): JsonObject {
  const required = Object.keys(properties);
  return { type: "object", properties, required, additionalProperties: false };
}

function nested(levels: number): JsonObject {
  return levels === 0 ? { type: "string" } : object({ inner: nested(levels - 1) });
}
