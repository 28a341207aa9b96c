import fc from "fast-check";
import { expect, it } from "vitest";
import { toPrintableJson } from "./json-text.ts";

it("JSON that is printed says the same, and holds nothing that acts on a terminal", () => {
  const text = fc.string({ unit: "binary" });
  const number = fc.double({ noNaN: true, noDefaultInfinity: true });
  fc.assert(
    fc.property(fc.dictionary(text, fc.oneof(text, number, fc.array(text))), (value) => {
      const printed = toPrintableJson(value);
      expect(printed).not.toMatch(/(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(toPrintableJson({ id: "\u009b2J\u202e\u{e0041}" })).toBe(
    '{\n  "id": "\\u009b2J\\u202e\\udb40\\udc41"\n}',
  );
});

it("nothing in it is a command to the log of a CI service, and it says the same", () => {
  const part = fc.constantFrom("##", "#", "[", "::", "vso", "error", "\\", '"', "\n", " ", "]");
  const text = fc.string({ unit: part });
  fc.assert(
    fc.property(fc.dictionary(text, fc.array(text)), (value) => {
      const printed = toPrintableJson(value);
      expect(printed).not.toMatch(/^\s*::|##[a-z]*\[/im);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(toPrintableJson({ "##[group]": "a ##vso[x]" })).toBe(
    '{\n  "\\u0023#[group]": "a \\u0023#vso[x]"\n}',
  );
});

it("what is nested without end is named below 1,000 levels", () => {
  const nested = (depth: number, last: unknown) => {
    let value = last;
    for (let level = 0; level < depth; level++) value = level % 2 === 0 ? { a: value } : [value];
    return value;
  };

  expect(JSON.parse(toPrintableJson(nested(1000, 1)))).toEqual(nested(1000, 1));
  expect(JSON.parse(toPrintableJson(nested(1000, [1])))).toEqual(nested(1000, "an array of 1"));
  for (const depth of [9_000, 100_000]) {
    expect(JSON.parse(toPrintableJson(nested(depth, 1)))).toEqual(nested(1000, "an array of 1"));
  }
});

it.each([
  ["nothing", undefined, "undefined"],
  ["a function", () => 1, "a function"],
  [
    "what throws when it is read",
    {
      get a() {
        throw new Error("no");
      },
    },
    "an object",
  ],
])("%s is named", (_, value, name) => {
  expect(JSON.parse(toPrintableJson(value))).toBe(name);
});

it("what JSON cannot carry is named, and ends nothing", () => {
  const shared = { a: 1 };
  const cycle: Record<string, unknown> = { once: shared, again: [shared, shared] };
  cycle.itself = { of: [cycle] };
  const odd = { big: 12n, nan: Number.NaN, map: new Map([[1, 2]]), set: new Set(), cycle };
  expect(JSON.parse(toPrintableJson(odd))).toEqual({
    big: "12n",
    nan: "NaN",
    map: "a Map",
    set: "a Set",
    cycle: { once: shared, again: [shared, shared], itself: { of: ["an object"] } },
  });
});

it("any value at all is printed", () => {
  const anything = fc.anything({
    withBigInt: true,
    withMap: true,
    withSet: true,
    withDate: true,
    withTypedArray: true,
    withNullPrototype: true,
  });
  fc.assert(
    fc.property(anything, (value) => {
      expect(() => JSON.parse(toPrintableJson({ value }))).not.toThrow();
    }),
  );
});
