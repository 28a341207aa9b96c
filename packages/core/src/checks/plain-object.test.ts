import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { isPlainObject } from "./plain-object.ts";

it("accepts object literals, objects without a prototype, and those of another realm", () => {
  const plain = [{}, Object.create(null), JSON.parse('{"__proto__": {"a": 1}}')];

  expect(plain.map(isPlainObject)).toEqual([true, true, true]);
  expect(isPlainObject(runInNewContext("({ a: 1 })"))).toBe(true);
  expect(isPlainObject(new Proxy({}, {}))).toBe(true);
});

it("refuses instances of classes, arrays, functions and primitives", () => {
  const others = [new (class {})(), new Date(), new Map(), [], () => {}, null, undefined, "x", 1];

  expect(others.map(isPlainObject)).toEqual(others.map(() => false));
  expect(isPlainObject(runInNewContext("new Date()"))).toBe(false);
  expect(isPlainObject(Object.create({ a: 1 }))).toBe(false);
});
