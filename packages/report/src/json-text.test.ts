import { expect, it } from "vitest";
import { toJsonText } from "./json-text.ts";

const cycle: unknown[] = [];
cycle.push(cycle);
let deep: unknown = 1;
for (let depth = 0; depth < 200_000; depth++) deep = [deep];

it.each([
  ["an object", { a: [1, "b\n", null], b: undefined }, '{"a":[1,"b\\n",null]}'],
  ["a prototype key", JSON.parse('{"__proto__":1}'), '{"__proto__":1}'],
  ["a bigint", { n: 12n }, '{"n":"12n"}'],
  ["a number that is none", [Number.NaN, Number.POSITIVE_INFINITY], '["NaN","Infinity"]'],
  ["a map", { m: new Map([[1, 2]]) }, '{"m":"a Map"}'],
  [
    "an instance with members",
    new (class Point {
      x = 1;
    })(),
    '{"x":1}',
  ],
  ["a date", new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ["a cycle", cycle, "an array of 1"],
  ["an array that is nested too deep", deep, "an array of 1"],
  ["undefined", undefined, "undefined"],
  ["a function", () => 1, "a function"],
  [
    "what throws",
    {
      toJSON() {
        throw new Error("no");
      },
    },
    "an object",
  ],
])("shows %s", (_, value, text) => {
  expect(toJsonText(value)).toBe(text);
});
