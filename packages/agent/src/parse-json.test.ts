import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

describe("parseJson", () => {
  it("gives what JSON.parse gives", () => {
    fc.assert(
      fc.property(fc.json(), (text) => {
        expect(parseJson(text)).toEqual({ ok: true, value: JSON.parse(text) });
      }),
    );
  });

  it("never throws, whatever the text", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (text) => {
        const parsed = parseJson(text);
        if (!parsed.ok) expect(parsed.problem).toMatch(/^not JSON: ./);
      }),
    );
  });

  it.each([
    ["[", "]"],
    ['{"a":', "}"],
  ])(
    "takes a thousand levels of %s and no more, since deeper ones overflow stacks",
    (open, close) => {
      const nested = (levels: number) => `${open.repeat(levels)}0${close.repeat(levels)}`;
      expect(parseJson(nested(1000)).ok).toBe(true);
      for (const levels of [1001, 100_000]) {
        expect(parseJson(nested(levels))).toEqual({
          ok: false,
          problem: "JSON nested over 1000 deep",
        });
      }
    },
  );
});
