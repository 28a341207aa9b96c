import { describe, expect, it } from "vitest";
import { sampleJson } from "./sample-json.ts";

const node = {
  type: "object",
  properties: { name: { type: "string" }, next: { $ref: "#" } },
  required: ["name"],
};

describe("sampleJson", () => {
  it.each([
    [{}, "hi"],
    [{ type: "string" }, "hi"],
    [{ type: "string", minLength: 4 }, "hi.."],
    [{ type: "string", maxLength: 1 }, "h"],
    [{ type: "string", format: "email" }, "hi@example.com"],
    [{ type: "string", format: "uri" }, "https://example.com/hi"],
    [{ type: "string", enum: ["a", "b"] }, "a"],
    [{ const: 7 }, 7],
    [{ type: "integer", minimum: -5, maximum: 9 }, 1],
    [{ type: "integer", maximum: 0 }, 0],
    [{ type: "integer", exclusiveMinimum: 4, multipleOf: 5 }, 5],
    [{ type: "number", exclusiveMaximum: 1 }, 0],
    [{ type: "boolean" }, true],
    [{ type: ["null", "string"] }, null],
    [{ type: "array", items: { type: "integer" }, minItems: 2 }, [1, 1]],
    [{ type: "array", prefixItems: [{ type: "integer" }, { type: "string" }] }, [1, "hi"]],
    [{ anyOf: [{ type: "boolean" }, { type: "null" }] }, true],
    [
      { allOf: [{ properties: { a: {} } }, { properties: { b: { const: 1 } } }] },
      { a: "hi", b: 1 },
    ],
    [{ $defs: { "a/b": { type: "null" } }, $ref: "#/$defs/a~1b" }, null],
    [{ type: "object" }, {}],
  ])("fits %j", (schema, value) => {
    expect(sampleJson(schema, "hi")).toEqual(value);
  });

  it("comes to an end with a schema that holds itself, and one that points to itself", () => {
    expect(JSON.stringify(sampleJson(node, "hi"))).toMatch(/^\{"name":"hi","next":\{.*"hi"\}+$/);
    expect(sampleJson({ $ref: "#" }, "hi")).toBe("hi");
    expect(sampleJson({ $ref: "#/constructor" }, "hi")).toBe("hi");
  });
});
