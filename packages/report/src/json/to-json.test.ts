import { expect, it } from "vitest";
import { mixedResult } from "../__fixtures__/mixed.ts";
import { exampleResult, timedOut } from "../__fixtures__/result.ts";
import { checkGates } from "../gates/check-gates.ts";
import { toJson } from "./to-json.ts";

it("has the summary in its order, then errors, warnings and the verdict", () => {
  const verdict = checkGates(mixedResult, { minPassRate: 0.5 });
  const parsed: unknown = JSON.parse(toJson(mixedResult, { verdict }));
  expect(parsed).toEqual({
    ...mixedResult.summary(),
    errors: { "six|seven": ["timeout: exceeded 1s"] },
    warnings: [],
    verdict,
  });
  expect(Object.keys(parsed as object).slice(0, 2)).toEqual(["env", "k"]);
  expect(Object.keys(JSON.parse(toJson(mixedResult)))).not.toContain("verdict");
});

it("says hostile text with escapes that give back the same text", () => {
  const error = "\u001b[2J\u009b\u202e\u{e0041}\ud800\u2028";
  const text = toJson(exampleResult([{ id: "__proto__", attempts: [{ ...timedOut, error }] }]));
  expect(text).toContain('"\\u001b[2J\\u009b\\u202e\\udb40\\udc41\\ud800\\u2028"');
  expect(Object.entries(JSON.parse(text).errors)).toEqual([["__proto__", [error]]]);
});
