import { isDeepStrictEqual } from "node:util";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { naiveCanonicalJson } from "../__fixtures__/naive-canonical-json.ts";
import { canonicalJson } from "./canonical-json.ts";

const utf16 = fc.array(fc.nat(0xffff)).map((units) => String.fromCharCode(...units));
const key = fc.oneof(fc.string({ unit: "binary" }), utf16, fc.constant("__proto__"));
const number = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.integer(),
  fc.constant(-0),
);

const json = jsonOf(fc.oneof(fc.constant(null), fc.boolean(), number, utf16), key);
/** So few leaves and keys that equal values, and all but equal ones, come up all the time. */
const small = jsonOf(
  fc.constantFrom(null, true, 0, -0, 1, "", "1", "null"),
  fc.constantFrom("", "0", "1"),
);

function jsonOf(leaf: fc.Arbitrary<unknown>, keys: fc.Arbitrary<string>): fc.Arbitrary<unknown> {
  return fc.letrec((tie) => ({
    value: fc.oneof(
      { depthSize: "small" },
      leaf,
      fc.array(tie("value"), { maxLength: 4 }),
      fc.dictionary(keys, tie("value"), { maxKeys: 4 }),
    ),
  })).value;
}

/** The value with `change` made to every object and every leaf in it, the innermost first. */
function rebuilt(value: unknown, change: (part: unknown) => unknown): unknown {
  if (Array.isArray(value)) return value.map((item) => rebuilt(item, change));
  if (typeof value !== "object" || value === null) return change(value);
  const members = Object.entries(value).map(([name, member]) => [name, rebuilt(member, change)]);
  return change(Object.fromEntries(members));
}

const isObject = (part: unknown): part is object => typeof part === "object" && part !== null;
const plain = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe("canonicalJson: properties", () => {
  it("F1: is the text of a naive writer", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(naiveCanonicalJson(value));
      }),
    );
  });

  it("F1: does not depend on the order of keys, at any depth", () => {
    const turnedRound = (part: unknown) =>
      isObject(part) ? Object.fromEntries(Object.entries(part).reverse()) : part;

    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(rebuilt(value, turnedRound))).toBe(canonicalJson(value));
      }),
    );
  });

  it("leaves out members that are undefined, at any depth", () => {
    fc.assert(
      fc.property(json, fc.string(), (value, name) => {
        const withHole = (part: unknown) =>
          isObject(part) && !Object.hasOwn(part, name)
            ? Object.fromEntries([[name, undefined], ...Object.entries(part)])
            : part;
        expect(canonicalJson(rebuilt(value, withHole))).toBe(canonicalJson(value));
      }),
    );
  });

  it("writes -0 as 0, at any depth", () => {
    fc.assert(
      fc.property(small, (value) => {
        const negated = rebuilt(value, (part) => (part === 0 ? -0 : part));
        expect(canonicalJson(negated)).toBe(canonicalJson(value));
      }),
    );
  });

  it("writes what is nested as it writes it alone", () => {
    fc.assert(
      fc.property(json, key, (value, name) => {
        const text = canonicalJson(value);
        expect(canonicalJson([value, value])).toBe(`[${text},${text}]`);
        expect(canonicalJson(Object.fromEntries([[name, value]]))).toBe(
          `{${JSON.stringify(name)}:${text}}`,
        );
      }),
    );
  });

  it("reads back as the same value, so that unequal values have unequal texts", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(isDeepStrictEqual(JSON.parse(canonicalJson(value)), plain(value))).toBe(true);
      }),
    );
  });

  it("F7: has one text for equal values, and never for unequal ones", () => {
    fc.assert(
      fc.property(small, small, (one, other) => {
        expect(canonicalJson(one) === canonicalJson(other)).toBe(
          isDeepStrictEqual(plain(one), plain(other)),
        );
      }),
      { numRuns: 1000 },
    );
  });

  it("F7: tells a list from an object of the same members", () => {
    fc.assert(
      fc.property(fc.array(json), (list) => {
        expect(canonicalJson({ ...list })).not.toBe(canonicalJson(list));
      }),
    );
  });
});
