import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { revokedProxy, throwingGetter } from "../__fixtures__/hostile.ts";
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

describe("canonicalJson: the text", () => {
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
  ])("F1: %j is %s", (value, text) => {
    expect(canonicalJson(value)).toBe(text);
  });

  it("F7: order of a list matters, 1 and true differ", () => {
    expect(canonicalJson([1, 2])).not.toBe(canonicalJson([2, 1]));
    expect(canonicalJson([1])).not.toBe(canonicalJson([true]));
  });

  it("F7: takes frozen lists for lists, and tells composed from decomposed letters", () => {
    expect(canonicalJson(Object.freeze([1, 2]))).toBe("[1,2]");
    expect(canonicalJson("\u00e9")).not.toBe(canonicalJson("e\u0301"));
  });

  it("writes one object twice when it is there twice", () => {
    const shared = { a: 1 };

    expect(canonicalJson([shared, shared])).toBe('[{"a":1},{"a":1}]');
  });

  it("goes 1000 deep", () => {
    expect(canonicalJson(nested(1000))).toBe("[".repeat(1000) + "]".repeat(1000));
  });
});

describe("canonicalJson: what JSON cannot carry", () => {
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
  ])("F9: %o is refused with its path", (value, path, name) => {
    expect(() => canonicalJson(value)).toThrow(
      expect.objectContaining({
        code: "not_fingerprintable",
        path,
        message: expect.stringContaining(`${path}: ${name} cannot be fingerprinted: JSON `),
      }),
    );
  });

  it("F9: refuses cycles and endless depth", () => {
    expect(() => canonicalJson(cycle())).toThrow(
      "$[0].list: an array of 1 cannot be fingerprinted: it contains itself",
    );
    expect(() => canonicalJson(nested(1001))).toThrow("it is nested over 1000 deep");
    expect(() => canonicalJson(nested(100_000))).toThrow("it is nested over 1000 deep");
  });

  it("F10: names the place of what throws when it is read", () => {
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
