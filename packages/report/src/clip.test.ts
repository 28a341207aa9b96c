import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { clip, clipName } from "./clip.ts";

describe("clip", () => {
  it.each([
    ["why\n  because", 200, "why because"],
    ["  \t a \r\n b\u00a0\u2028c \n", 200, "a b c"],
    ["", 10, ""],
    [" \n ", 10, ""],
    ["0123456789", 10, "0123456789"],
    ["0123456789a", 10, "0123456..."],
    ["0123456    9a", 10, "0123456 9a"],
    ["0123456789   ", 10, "0123456789"],
    ["0123456789 a", 10, "0123456..."],
  ])("G9 makes %j at %i characters to %j", (text, maxLength, clipped) => {
    expect(clip(text, maxLength)).toBe(clipped);
  });

  it("G9 counts code points, and splits no surrogate pair", () => {
    expect(clip("🎉".repeat(10), 10)).toBe("🎉".repeat(10));
    expect(clip("🎉".repeat(11), 10)).toBe(`${"🎉".repeat(7)}...`);
  });

  it("splits no escape, and counts what is printed of it", () => {
    expect(clip("\u001b\u001b", 12)).toBe("\\u001b\\u001b");
    expect(clip("\u001b\u001b", 11)).toBe("\\u001b...");
    expect(clip("\u001b\u001b", 8)).toBe("...");
    expect(clip("a\ud800b", 20)).toBe("a\\ud800b");
  });

  it("stops reading where the line is full", () => {
    const spaces = `a${" ".repeat(20_000_000)}b`;
    expect(clip(spaces, 10)).toBe("a b");
    expect(clip("x".repeat(20_000_000), 10)).toBe("xxxxxxx...");
  });

  it("keeps the spaces of a name", () => {
    expect(clipName("a  b ", 10)).toBe("a  b ");
    expect(clipName("a\nb", 10)).toBe("a\\nb");
    expect(clipName("a  b  c  d  e", 10)).toBe("a  b  c...");
  });

  it("never prints more than it may, nor anything unsafe", () => {
    const sizes = fc.integer({ min: 3, max: 40 });
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), sizes, (text, maxLength) => {
        for (const clipped of [clip(text, maxLength), clipName(text, maxLength)]) {
          expect([...clipped].length).toBeLessThanOrEqual(maxLength);
          expect(clipped).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
        }
      }),
    );
  });
});
