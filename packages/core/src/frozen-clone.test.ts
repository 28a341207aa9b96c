import { runInNewContext } from "node:vm";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { frozenClone } from "./frozen-clone.ts";

describe("frozenClone", () => {
  it("case 2: shares nothing with the original, at any depth", () => {
    const original = { list: [{ a: 1 }], when: new Date(5), seen: new Set([{ b: 1 }]) };
    const copy = frozenClone(original);

    expect(copy).toStrictEqual(original);
    expect(copy.list[0]).not.toBe(original.list[0]);
    copy.when.setTime(6);
    expect(original.when.getTime()).toBe(5);
    expect([...copy.seen][0]).not.toBe([...original.seen][0]);
  });

  it("freezes objects and arrays all the way down, also inside maps and sets", () => {
    const copy = frozenClone({ list: [{ a: 1 }], map: new Map([["k", { b: 1 }]]) });

    expect(() => Object.assign(copy.list[0] ?? {}, { a: 2 })).toThrow(TypeError);
    expect(() => copy.list.push({ a: 3 })).toThrow(TypeError);
    expect(Object.isFrozen(copy)).toBe(true);
    expect(Object.isFrozen(copy.map.get("k"))).toBe(true);
  });

  it("leaves the original unfrozen", () => {
    const original = { list: [1] };
    frozenClone(original);

    original.list.push(2);
    expect(original.list).toEqual([1, 2]);
  });

  it("copies a key called __proto__ as data", () => {
    const copy = frozenClone(JSON.parse('{"__proto__":{"polluted":true}}')) as object;

    expect(Object.getPrototypeOf(copy)).toBe(Object.prototype);
    expect(Object.keys(copy)).toEqual(["__proto__"]);
    expect(copy).not.toHaveProperty("polluted");
  });

  it("keeps cycles and shared parts as they are", () => {
    const original: Record<string, unknown> = { shared: { a: 1 } };
    original.self = original;
    original.again = original.shared;
    original.map = new Map([["self", original]]);
    original.set = new Set([original]);
    const copy = frozenClone(original);

    expect(copy.self).toBe(copy);
    expect(copy.again).toBe(copy.shared);
    expect((copy.map as Map<string, unknown>).get("self")).toBe(copy);
    expect((copy.set as Set<unknown>).has(copy)).toBe(true);
  });

  it("copies the built-in kinds of data", () => {
    const bytes = Buffer.from("hello");
    const original = { re: /x/gi, bytes, floats: new Float64Array([1.5]), raw: new ArrayBuffer(2) };
    const copy = frozenClone(original);

    expect(copy).toEqual(original);
    expect(copy.re).not.toBe(original.re);
    bytes.write("HELLO");
    expect(copy.bytes.toString("utf8")).toBe("hello");
  });

  it("copies data of another realm and of a proxy", () => {
    const foreign = runInNewContext("({ list: [1, { a: 2 }], when: new Date(7), m: new Map() })");
    const copy = frozenClone(foreign);

    expect(copy.list).toEqual([1, { a: 2 }]);
    expect(copy.when.getTime()).toBe(7);
    expect(copy.m).toBeInstanceOf(Map);
    expect(frozenClone(new Proxy({ a: [1] }, {}))).toEqual({ a: [1] });
  });

  it("equals the original and is frozen, for any JSON", () => {
    const isDeepFrozen = (value: unknown): boolean =>
      typeof value !== "object" ||
      value === null ||
      (Object.isFrozen(value) && Object.values(value).every(isDeepFrozen));
    fc.assert(
      fc.property(fc.jsonValue(), (value) => {
        const copy = frozenClone(value);
        expect(copy).toEqual(value);
        expect(isDeepFrozen(copy)).toBe(true);
      }),
    );
  });
});
