import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findInexactNumber } from "./find-inexact-number.ts";

describe("findInexactNumber", () => {
  it.each([
    ["9007199254740991", undefined],
    ["-9007199254740991", undefined],
    ["9007199254740992", "9007199254740992"],
    ["9007199254740993", "9007199254740993"],
    ["-12345678901234567890123", "-12345678901234567890123"],
    ["4398272389447946427773755550275", "4398272389447946427773755550275"],
    ["1e400", "1e400"],
    ["-1.5E+400", "-1.5E+400"],
    ["1e308", undefined],
    ["0.1", undefined],
    ["-0", undefined],
    ['[1,2,{"a":12345678901234567890}]', "12345678901234567890"],
    ['{"12345678901234567890":1}', undefined],
    ['"12345678901234567890"', undefined],
    ['"\\"12345678901234567890"', undefined],
    ['"\\\\",12345678901234567890', "12345678901234567890"],
    ['"a\\\\\\"b12345678901234567890"', undefined],
    ['"\\"\\"12345678901234567890"', undefined],
    ["true", undefined],
  ])("J16: in %s finds %j", (json, found) => {
    expect(findInexactNumber(json)).toBe(found);
  });

  it("copes with a string of millions of escapes", () => {
    const text = '\\n\\"'.repeat(3_000_000);

    expect(findInexactNumber(`{"input":"${text}","expected":12345678901234567890}`)).toBe(
      "12345678901234567890",
    );
  });

  it("finds nothing in what JSON.stringify wrote of exact numbers, whatever the strings", () => {
    fc.assert(
      fc.property(fc.jsonValue({ stringUnit: "binary" }), fc.maxSafeInteger(), (value, integer) => {
        const exact = JSON.stringify({ value, integer }, (_, member) =>
          typeof member === "number" && !Number.isSafeInteger(member) ? 0.5 : member,
        );
        expect(findInexactNumber(exact)).toBeUndefined();
      }),
    );
  });

  it("finds the one integer over 2^53 among any strings", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), fc.bigInt({ min: 2n ** 53n }), (text, big) => {
        const json = `{${JSON.stringify(text)}:[${JSON.stringify(text)},${big}]}`;
        expect(findInexactNumber(json)).toBe(String(big));
      }),
    );
  });
});
