import { expect, it } from "vitest";
import { refuseUnknownKeys } from "./refuse-unknown-keys.ts";

it("passes objects with no other keys than the allowed ones", () => {
  expect(refuseUnknownKeys({ a: 1 }, ["a", "b"], "options")).toBeUndefined();
});

it("names the place and the key, and what is allowed", () => {
  expect(() => refuseUnknownKeys({ treshold: 1 }, ["threshold"], "judge")).toThrow(
    expect.objectContaining({
      code: "invalid_argument",
      argument: "judge.treshold",
      message: 'judge has an unknown key "treshold" (allowed: threshold).',
    }),
  );
});

it("refuses a key called __proto__", () => {
  const options = JSON.parse('{"__proto__": 1}') as object;

  expect(() => refuseUnknownKeys(options, ["a"], "options")).toThrow('unknown key "__proto__"');
});

it.each([null, undefined, "x", () => {}])("refuses %o in place of an object", (options) => {
  expect(() => refuseUnknownKeys(options as unknown as object, [], "options")).toThrow(
    /^options must be given an object, got /,
  );
});
