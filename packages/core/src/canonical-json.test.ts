import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { revokedProxy, throwingGetter } from "./__fixtures__/hostile.ts";
import { canonicalJson } from "./canonical-json.ts";

class Money {
  amount = 1;
}

function cycle(): unknown {
  const list: unknown[] = [];
  list.push({ list });
  return list;
}

function nested(depth: number): unknown {
  let value: unknown[] = [];
  for (let i = 1; i < depth; i++) value = [value];
  return value;
}

describe("canonicalJson: the text (F1)", () => {
  it.each([
    [{ b: 1, a: "é" }, '{"a":"é","b":1}'],
    [{ "10": 1, "9": 2, a: 3 }, '{"10":1,"9":2,"a":3}'],
    [{ "\u{10000}": 1, "\uffff": 2 }, '{"\u{10000}":1,"\uffff":2}'],
    [-0, "0"],
    [[1.0, 1e21, 0.1], "[1,1e+21,0.1]"],
    [{ a: undefined, b: null }, '{"b":null}'],
    ["\ud800\u2028\n", '"\\ud800\u2028\\n"'],
    [JSON.parse('{"__proto__":{"a":1}}'), '{"__proto__":{"a":1}}'],
    [Object.assign(Object.create(null), { a: 1 }), '{"a":1}'],
    [runInNewContext("({ b: [1], a: null })"), '{"a":null,"b":[1]}'],
    [new Proxy({ b: 1, a: 2 }, {}), '{"a":2,"b":1}'],
  ])("%j is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("F7: order of a list matters, 1 and true differ, tuples are lists", () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson([1])).not.toBe(canonicalJson([true]));
  });

  it("writes one object twice when it is there twice", () => {
    const shared = { a: 1 };

    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it("goes 1000 deep", () => {
    expect(canonicalJson(nested(1000))).toBe("[".repeat(1000) + "]".repeat(1000));
  });
});

describe("canonicalJson: what JSON cannot carry (F9, F10)", () => {
  it.each([
    [undefined, "$", "undefined"],
    [{ a: Number.NaN }, "$.a", "NaN"],
    [{ a: [Number.POSITIVE_INFINITY] }, "$.a[0]", "Infinity"],
    [{ "b c": 1n }, '$["b c"]', "1n"],
    [[undefined], "$[0]", "undefined"],
    [new Array(1), "$[0]", "undefined"],
    [{ f: () => 1 }, "$.f", "function f"],
    [{ s: Symbol("x") }, "$.s", "Symbol(x)"],
    [{ d: new Date(0) }, "$.d", "a Date"],
    [{ m: new Map() }, "$.m", "a Map"],
    [{ s: new Set() }, "$.s", "a Set"],
    [{ b: new Uint8Array(1) }, "$.b", "a Uint8Array"],
    [{ t: { money: new Money() } }, "$.t.money", "a Money"],
    [{ boxed: new String("x") }, "$.boxed", "a String"],
    [runInNewContext("({ d: new Date(0) })"), "$.d", "a Date"],
  ])("%o is refused with its path", (value, path, name) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({
        code: "not_fingerprintable",
        path,
        message: expect.stringContaining(`${path} is ${name}, which cannot be fingerprinted`),
      }),
    );
  });

  it("refuses cycles and endless depth", () => {
    expect(() => canonicalJson(cycle())).toThrow("$[0].list is an array of 1, which cannot be");
    expect(() => canonicalJson(nested(1001))).toThrow("it is nested over 1000 deep");
    expect(() => canonicalJson(nested(100_000))).toThrow("it is nested over 1000 deep");
  });

  it("names the place of what throws when it is read", () => {
    const cause = expect.objectContaining({ message: "no entry" });

    expect(() => canonicalJson({ a: [throwingGetter("secret", "no entry")] })).toThrow(
      expect.objectContaining({ code: "not_fingerprintable", path: "$.a[0].secret", cause }),
    );
    expect(() => canonicalJson({ a: revokedProxy().object })).toThrow(
      expect.objectContaining({ code: "not_fingerprintable", path: "$.a" }),
    );
  });

  it("keeps giant and hostile keys out of the message", () => {
    const error = (() => {
      try {
        canonicalJson({ [`\u001b${"k".repeat(100_000)}`]: 1n });
        return undefined;
      } catch (thrown) {
        return thrown as Error;
      }
    })();

    expect(error?.message.length).toBeLessThan(300);
    expect(error?.message).not.toContain("\u001b");
  });
});

describe("canonicalJson: properties", () => {
  const json = fc.jsonValue({ depthSize: "medium", maxDepth: 5 });

  it("equals a naive reference that sorts keys by hand", () => {
    fc.assert(
      fc.property(json, (value) => {
        expect(canonicalJson(value)).toBe(naive(value));
      }),
    );
  });

  it("does not depend on the order in which keys were set", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.infiniteStream(fc.nat()), (object, dice) => {
        const shuffled = Object.entries(object)
          .map((entry) => ({ entry, rank: dice.next().value ?? 0 }))
          .sort((a, b) => a.rank - b.rank)
          .map(({ entry }) => entry);
        expect(canonicalJson(Object.fromEntries(shuffled))).toBe(canonicalJson(object));
      }),
    );
  });

  it("reads back as the same value", () => {
    fc.assert(
      fc.property(json, (value) => {
        const copy: unknown = JSON.parse(canonicalJson(value));
        expect(canonicalJson(copy)).toBe(canonicalJson(value));
        expect(copy).toEqual(JSON.parse(JSON.stringify(value)));
      }),
    );
  });

  it("leaves out members that are undefined, at any depth", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string(), json), fc.string(), (object, key) => {
        fc.pre(!Object.hasOwn(object, key) && key !== "__proto__");
        const withHole = { ...object, [key]: undefined };
        expect(canonicalJson([{ a: withHole }])).toBe(canonicalJson([{ a: object }]));
      }),
    );
  });
});

function naive(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(naive).join(",")}]`;
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, member]) => `${JSON.stringify(key)}:${naive(member)}`).join(",")}}`;
}
