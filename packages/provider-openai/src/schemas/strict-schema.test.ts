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
  expect(toWireSchema(jsonSchemaOf(schema), "auto").strict).toBe(true);
});

const looseSchemas: [string, z.ZodType, path: string, reason: string][] = [
  [
    "an optional property",
    z.object({ note: z.string().optional() }),
    "",
    '"note" is optional: strict mode needs every property in required; one that may be missing can be nullable',
  ],
  [
    "a property with a default",
    z.object({ unit: z.string().default("C") }),
    "",
    '"unit" is optional',
  ],
  [
    "an optional property further in",
    z.object({ rows: z.array(z.object({ a: z.string().optional() })) }),
    "properties.rows.items",
    '"a" is optional',
  ],
  [
    "a record",
    z.object({ counts: z.record(z.string(), z.number()) }),
    "properties.counts",
    "propertyNames is no keyword of strict mode",
  ],
  [
    "a tuple",
    z.object({ pair: z.tuple([z.string(), z.number()]) }),
    "properties.pair",
    "additionalItems is no keyword of strict mode",
  ],
  ["anything", z.object({ data: z.any() }), "properties.data", "has no type"],
  [
    "further properties wanted",
    z.looseObject({ a: z.string() }),
    "",
    "additionalProperties must be false",
  ],
  [
    "a format that strict mode does not know",
    z.object({ link: z.url() }),
    "properties.link",
    'format "uri" is none of strict mode',
  ],
  [
    "a pattern that looks ahead",
    z.object({ code: z.string().regex(/^(?!x).*$/) }),
    "properties.code",
    "pattern looks around, with (?=, (?!, (?<= or (?<!",
  ],
  [
    "a pattern that looks behind",
    z.object({ code: z.string().regex(/(?<=a)b/) }),
    "properties.code",
    "pattern looks around",
  ],
  [
    "a union at the root",
    z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]),
    "",
    "the root must be an object",
  ],
  ["a list at the root", z.array(z.string()), "", "the root must be an object"],
  ["a text at the root", z.string(), "", "the root must be an object"],
];
test.each(looseSchemas)("not strict, and sent as it is: %s", (_name, schema, path, reason) => {
  const { $schema, ...sent } = jsonSchemaOf(schema);
  expect(toWireSchema({ $schema, ...sent }, "auto")).toEqual({
    schema: sent,
    strict: false,
    problem: { path, reason: expect.stringContaining(reason) },
  });
});

test.each<[string, JsonObject, path: string, reason: string]>([
  ["no properties named", { type: "object" }, "", "an object must name its properties"],
  [
    "a reference with company",
    object({ a: { $ref: "#/$defs/x", description: "d" } }),
    "properties.a",
    "$ref must stand alone",
  ],
  [
    "a reference to elsewhere",
    object({ a: { $ref: "https://schemas.example/x" } }),
    "properties.a",
    "$ref must stay within the schema",
  ],
  [
    "a keyword of composition",
    object({ a: { allOf: [{ type: "string" }] } }),
    "properties.a",
    "allOf is no keyword of strict mode",
  ],
  ["a list of anything", object({ a: { type: "array" } }), "properties.a", "an array needs items"],
  ["a schema that is true", object({ a: true }), "properties.a", "is no schema object"],
  ["a loose definition", { ...object({}), $defs: { x: {} } }, "$defs.x", "has no type"],
  [
    "a loose part of a union",
    object({ a: { anyOf: [{ type: "string" }, {}] } }),
    "properties.a.anyOf[1]",
    "has no type",
  ],
  [
    "properties that are no object",
    { type: "object", properties: [] },
    "",
    "an object must name its properties",
  ],
  ["11 levels", nested(11), "properties.inner.".repeat(10).slice(0, -1), "deeper than 10 levels"],
  ["5001 properties", wide(5001), "", "has 5001 properties, and the limit is 5000"],
  [
    "1001 values of enumerations",
    object({ a: { type: "integer", enum: Array.from({ length: 1001 }, (_, index) => index) } }),
    "",
    "has 1001 values of enumerations, and the limit is 1000",
  ],
  [
    "a long name",
    object({ ["a".repeat(120_001)]: { type: "string" } }),
    "",
    "has 120001 characters in names and values, and the limit is 120000",
  ],
  [
    "a large enumeration of long texts",
    object({
      a: { type: "string", enum: Array.from({ length: 251 }, (_, index) => `${index}`.padEnd(60)) },
    }),
    "",
    "has 15060 characters in an enumeration of over 250 texts, and the limit is 15000",
  ],
])("not strict: %s", (_name, schema, path, reason) => {
  expect(toWireSchema(schema, "auto")).toEqual({
    schema,
    strict: false,
    problem: { path, reason: expect.stringContaining(reason) },
  });
});

test("strict mode reaches down to level 10", () => {
  expect(toWireSchema(nested(10), "auto").strict).toBe(true);
});

test("a strict schema is closed on every level, and its discriminated unions become anyOf", () => {
  const cat = z.object({ kind: z.literal("cat"), lives: z.int() });
  const dog = z.object({ kind: z.literal("dog") });
  const schema = jsonSchemaOf(z.object({ pet: z.discriminatedUnion("kind", [cat, dog]) }));
  const bounds = { minimum: -9007199254740991, maximum: 9007199254740991 };
  expect(toWireSchema(schema, "auto")).toEqual({
    strict: true,
    problem: undefined,
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
  expect(toWireSchema(schema, "auto")).toEqual({
    strict: true,
    problem: undefined,
    schema: { ...schema, $defs: { node: { ...node, additionalProperties: false } } },
  });
});

test("a property may have the name of a keyword, or of a prototype", () => {
  const text = { type: "string" };
  const schema = JSON.parse(
    '{"type":"object","properties":{"items":{"type":"string"},"__proto__":{"type":"string"}},"required":["items","__proto__"]}',
  );
  const wire = toWireSchema(schema, "auto");
  expect(JSON.stringify(wire.schema)).toBe(
    JSON.stringify({ ...schema, additionalProperties: false }),
  );
  expect(toWireSchema(object({ oneOf: text }), "auto").schema).toEqual(object({ oneOf: text }));
});

test("strict mode can be declined: the schema then stays as it is", () => {
  const { $schema: _dialect, ...sent } = jsonSchemaOf(z.object({ value: z.int() }));
  expect(toWireSchema(sent, false)).toEqual({ schema: sent, strict: false });
});

test("whatever the schema, it is left alone, and preparing it twice changes nothing more", () => {
  fc.assert(
    fc.property(fc.dictionary(keyword, fc.jsonValue({ maxDepth: 3 })), (schema) => {
      const before = JSON.stringify(schema);
      const once = toWireSchema(schema as JsonObject, "auto");
      expect(JSON.stringify(schema)).toBe(before);
      expect(toWireSchema(once.schema, "auto")).toEqual(once);
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

function wide(count: number): JsonObject {
  return object(
    Object.fromEntries(
      Array.from({ length: count }, (_, index) => [`p${index}`, { type: "string" }]),
    ),
  );
}
