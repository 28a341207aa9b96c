import fc from "fast-check";
import { expect, it } from "vitest";
import { jsonText } from "./json-text.ts";

it("JSON that is printed says the same, and holds nothing that acts on a terminal", () => {
  const text = fc.string({ unit: "binary" });
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, fc.double(), fc.array(text))), (value) => {
      const printed = jsonText(value);
      expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(jsonText({ id: "\u009b2J\u202e\u{e0041}" })).toBe(
    '{\n  "id": "\\u009b2J\\u202e\\udb40\\udc41"\n}',
  );
});
