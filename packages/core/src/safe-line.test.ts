import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toSafeLine } from "./safe-line.ts";

describe("toSafeLine", () => {
  it.each([
    ["plain text, ümlaut, 漢字, 🎉", "plain text, ümlaut, 漢字, 🎉"],
    ["a\nb\r\tc", "a\\nb\\r\\tc"],
    ["\u001b[2J\u001b]0;title\u0007", "\\u001b[2J\\u001b]0;title\\u0007"],
    ["\u009b31m", "\\u009b31m"],
    ["\u2028\u2029\u0085", "\\u2028\\u2029\\u0085"],
    ["abc\u202edcba", "abc\\u202edcba"],
    ["\ud800", "\\ud800"],
    ["\u{e0041}", "\\u{e0041}"],
    ["\u0000", "\\u0000"],
  ])("%j comes out as %j", (text, safe) => {
    expect(toSafeLine(text)).toBe(safe);
  });

  it("leaves no control character in any text, and is done after one pass", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const safe = toSafeLine(text);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        expect(toSafeLine(safe)).toBe(safe);
      }),
    );
  });
});
