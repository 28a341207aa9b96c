import fc from "fast-check";
import { expect, it } from "vitest";
import { findRepeatedKey } from "./find-repeated-key.ts";

it.each([
  ['{"a":1,"b":{"a":1}}', null],
  ['{"a":1,"b":2,"a":3}', "a"],
  ['{"a" :1, "\\u0061"\n:2}', "a"],
  ['[{"a":1},{"a":1}]', null],
  ['[1,{"a":[{"x":"\\"x\\":"},"x","x"],"b":{"c":1,"c":2}}]', "c"],
  ['{"\\\\":1,"\\\\\\"":2}', null],
  ['"a"', null],
  ["1", null],
  ['{"":1,"":2}', ""],
])("%s: %j", (json, key) => {
  expect(findRepeatedKey(json)).toBe(key);
});

it("finds none in what was made of a value, and the one that is added", () => {
  const property = fc.property(
    fc.dictionary(fc.string(), fc.jsonValue()),
    fc.string(),
    (value, key) => {
      const json = JSON.stringify({ ...value, [key]: 1 });
      expect(findRepeatedKey(json)).toBeNull();
      expect(findRepeatedKey(`${json.slice(0, -1)},${JSON.stringify(key)}:1}`)).toBe(key);
    },
  );

  fc.assert(property);
});

it("copes with long texts", () => {
  expect(findRepeatedKey(`["${"\\n".repeat(3_000_000)}"]`)).toBeNull();
  expect(findRepeatedKey("[".repeat(300_000) + "]".repeat(300_000))).toBeNull();
});
