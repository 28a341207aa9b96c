import { expect, it } from "vitest";
import { withoutUndefined } from "./without-undefined.ts";

it("leaves out what is undefined, and nothing else", () => {
  const members = { a: undefined, b: null, c: 0, d: "", e: { f: undefined } };
  const copy = withoutUndefined(members);
  expect(copy).toStrictEqual({ b: null, c: 0, d: "", e: { f: undefined } });
  expect(copy.e).toBe(members.e);
  expect(Object.keys(members)).toHaveLength(5);
});
