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
    ["::error::x", "\\u003a:error::x"],
    [" \u00a0\u3000::error::x", " \u00a0\u3000\\u003a:error::x"],
    ["a ##[error]x", "a \\u0023#[error]x"],
    ["##vso[task.setvariable variable=a]x", "\\u0023#vso[task.setvariable variable=a]x"],
    ["###[group]", "#\\u0023#[group]"],
    ["a::b :c ## [d] ##e #[f]", "a::b :c ## [d] ##e #[f]"],
  ])("%j comes out as %j", (text, safe) => {
    expect(toSafeLine(text)).toBe(safe);
  });

  it("leaves no control character and no command in any text, and is done after one pass", () => {
    const sign = fc.constantFrom(..."#:[ev]\\ \u00a0\n\t\u200b");
    const texts = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: sign }));
    fc.assert(
      fc.property(texts, (text) => {
        const safe = toSafeLine(text);
        expect(safe).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|^\s*::|##[a-z]*\[/iu);
        expect(toSafeLine(safe)).toBe(safe);
      }),
    );
  });
});
