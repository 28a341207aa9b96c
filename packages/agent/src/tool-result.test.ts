import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toResultText } from "./tool-result.ts";

describe("toResultText", () => {
  it.each<[string, unknown, string]>([
    ["a string as it is", ' "a"\n', ' "a"\n'],
    ["an empty string", "", ""],
    ["an object as compact JSON", { a: [1, null], b: "é" }, '{"a":[1,null],"b":"é"}'],
    ["null", null, "null"],
    ["a number", 0, "0"],
    ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
    ["nothing", undefined, "The tool returned nothing."],
  ])("gives %s", (_what, result, text) => {
    expect(toResultText(result)).toBe(text);
  });

  it.each<[string, unknown, RegExp]>([
    ["a bigint", 1n, /BigInt/],
    ["a bigint within", { n: [1n] }, /BigInt/],
    ["a cycle", cycle(), /circular/i],
    ["a function", () => 1, /returned a function/],
    ["a symbol", Symbol("s"), /returned Symbol\(s\)/],
    ["a toJSON that throws", { toJSON: fail }, /cannot be written as JSON: no JSON of mine/],
    ["a toJSON that gives nothing", { toJSON: () => undefined }, /returned an object/],
    ["nesting beyond the stack", nest(200_000), /call stack/],
  ])("throws for %s", (_what, result, message) => {
    expect(() => toResultText(result)).toThrow(message);
    expect(() => toResultText(result)).toThrow(/^The tool ran/);
  });

  it("gives any JSON value back to whoever parses it", () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const text = toResultText(value);
        expect(typeof value === "string" ? text : JSON.stringify(JSON.parse(text))).toBe(
          typeof value === "string" ? value : JSON.stringify(value),
        );
      }),
    );
  });
});

function fail(): never {
  throw new Error("no JSON of mine");
}

function cycle(): object {
  const loop: Record<string, unknown> = {};
  loop.self = loop;
  return loop;
}

function nest(depth: number): unknown {
  let value: unknown = 1;
  for (let level = 0; level < depth; level++) value = [value];
  return value;
}
