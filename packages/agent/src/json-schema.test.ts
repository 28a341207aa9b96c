import { InvalidArgumentError, type Schema } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { z } from "zod";
import { toJsonSchema } from "./json-schema.ts";

/** A schema whose JSON Schema is `converted`. */
function schemaOf(converted: unknown): Schema {
  const convert = (): Record<string, unknown> => converted as Record<string, unknown>;
  return {
    "~standard": {
      version: 1,
      vendor: "fake",
      validate: (value) => ({ value }),
      jsonSchema: { input: convert, output: convert },
    },
  };
}

function errorOf(schema: unknown): unknown {
  try {
    toJsonSchema(schema as Schema, "outputSchema");
  } catch (error) {
    return error;
  }
  return undefined;
}

describe("toJsonSchema", () => {
  it("gives the input side, since that is what the model writes", () => {
    const schema = z.object({
      size: z.string().transform((text) => text.length),
      unit: z.string().default("cm"),
      count: z.coerce.number(),
    });
    expect(toJsonSchema(schema, "outputSchema")).toEqual({
      type: "object",
      properties: {
        size: { type: "string" },
        unit: { type: "string", default: "cm" },
        count: { type: "number" },
      },
      required: ["size", "count"],
    });
  });

  it("leaves out $schema and keeps every other keyword, in order", () => {
    const schema = z.strictObject({ b: z.string().describe("B"), a: z.int() });
    expect(JSON.stringify(toJsonSchema(schema, "outputSchema"))).toBe(
      '{"type":"object","properties":{"b":{"type":"string","description":"B"},"a":{"type":"integer","minimum":-9007199254740991,"maximum":9007199254740991}},"required":["b","a"],"additionalProperties":false}',
    );
  });

  it("asks for draft-07", () => {
    const targets: unknown[] = [];
    const schema = schemaOf({});
    const converter = {
      input: (options: { target: string }) => {
        targets.push(options.target);
        return { type: "object" };
      },
      output: () => ({}),
    };
    toJsonSchema(
      { "~standard": { ...schema["~standard"], jsonSchema: converter } },
      "outputSchema",
    );
    expect(targets).toEqual(["draft-07"]);
  });

  it("takes schemas that are functions, as some libraries make them", () => {
    const callable = Object.assign(() => undefined, schemaOf({ type: "object" }));
    expect(toJsonSchema(callable, "outputSchema")).toEqual({ type: "object" });
  });

  it("gives a frozen copy", () => {
    const converted = { type: "object", properties: { a: { type: "string" } } };
    const jsonSchema = toJsonSchema(schemaOf(converted), "outputSchema");
    converted.properties.a.type = "number";
    expect(jsonSchema).toEqual({ type: "object", properties: { a: { type: "string" } } });
    expect(Object.isFrozen(jsonSchema.properties)).toBe(true);
  });

  it.each<[string, unknown, RegExp]>([
    [
      "nothing",
      undefined,
      /must be a schema such as z\.object\(\{ \.\.\. \}\) of zod 4\.2 or newer, got undefined/,
    ],
    ["a JSON Schema", { type: "object" }, /must be a schema such as/],
    [
      "a Standard Schema that cannot convert",
      { "~standard": { validate: () => ({}) } },
      /Use zod 4\.2 or newer/,
    ],
    ["a bigint", z.bigint(), /BigInt cannot be represented in JSON Schema/],
    ["undefined", z.object({ a: z.undefined() }), /Undefined cannot be represented/],
    ["a schema that is no JSON", schemaOf({ default: 1n }), /\$\.default: 1n/],
    ["a schema with a cycle", schemaOf(cycle()), /contains itself/],
    ["a conversion to nothing", schemaOf(null), /models read: it came out as null/],
    ["a conversion to a truth value", schemaOf(true), /it came out as true/],
    ["a conversion to text", schemaOf("{}"), /it came out as "\{\}"/],
    ["a conversion to a list", schemaOf([]), /it came out as an array of 0/],
    ["a conversion that is awaited", schemaOf(Promise.resolve({})), /it came out as a Promise/],
  ])("refuses %s", (_what, schema, message) => {
    const error = errorOf(schema);
    expect(error).toBeInstanceOf(InvalidArgumentError);
    expect(error).toMatchObject({
      argument: "outputSchema",
      message: expect.stringMatching(message),
    });
  });
});

function cycle(): object {
  const loop: Record<string, unknown> = { type: "object" };
  loop.properties = { self: loop };
  return loop;
}
