import fc from "fast-check";
import { expect, it } from "vitest";
import { clipMiddle } from "./clip-middle.ts";

it.each([
  ["abcdef", 6, "abcdef", 0],
  ["abcdef", 5, "abc[1]ef", 1],
  ["abcdef", 1, "a[5]", 5],
  ["😀😀😀", 3, "😀[4]", 4],
  ["a😀😀b", 4, "a[4]b", 4],
])("of %s keeps %i: %s", (text, maxLength, clipped, leftOut) => {
  expect(clipMiddle(text, maxLength, (count) => `[${count}]`)).toEqual({ text: clipped, leftOut });
});

it("keeps head and tail within the limit, counts the rest, and cuts no pair", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.integer({ min: 1, max: 30 }), (text, max) => {
      const [head = "", tail = ""] = clipMiddle(text, max, () => "\n—\n").text.split("\n—\n");
      const { leftOut } = clipMiddle(text, max, () => "");

      expect(text.startsWith(head) && text.endsWith(tail)).toBe(true);
      expect(head.length + tail.length + leftOut).toBe(text.length);
      expect(head.length + tail.length).toBeLessThanOrEqual(max);
      expect(/\p{Cs}/u.test(head + tail)).toBe(false);
    }),
  );
});
