import fc from "fast-check";
import { expect, it } from "vitest";
import { clipLine } from "./clip-line.ts";

it.each([
  ["abc", 3, "abc"],
  ["abcd", 3, "abc…"],
  ["ab😀", 4, "ab😀"],
  ["ab😀c", 4, "ab😀…"],
  ["ab😀c", 3, "ab…"],
  ["😀", 1, "…"],
  ["a\u001b\nb", 3, "a\\u001b\\n…"],
])("%j in %i is %j", (text, maxLength, clipped) => {
  expect(clipLine(text, maxLength)).toBe(clipped);
});

it("makes no half of a pair that was not there", () => {
  const property = fc.property(fc.string({ unit: "grapheme" }), fc.nat(20), (text, maxLength) => {
    expect(clipLine(text, maxLength)).not.toMatch(/\\ud[89a-f]/i);
  });

  fc.assert(property);
});
