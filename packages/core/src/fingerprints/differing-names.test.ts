import { expect, it } from "vitest";
import { differingNames } from "./differing-names.ts";
import { fingerprintVersion } from "./fingerprint-version.ts";

it("names the parts that differ, or that only one of the two has, whatever they are called", () => {
  expect(differingNames({ a: "1", b: "2", c: "3" }, { c: "4", b: "2", d: "5" })).toEqual([
    "a",
    "c",
    "d",
  ]);
  expect(differingNames({ a: "1" }, { a: "1" })).toEqual([]);
  const odd = JSON.parse('{"__proto__":"1","constructor":"2"}') as Record<string, string>;
  expect(differingNames(odd, {})).toEqual(["__proto__", "constructor"]);
  expect(differingNames({}, odd)).toEqual(["__proto__", "constructor"]);
  expect(differingNames(odd, odd)).toEqual([]);
});

it("the version of a fingerprint is what stands before its digest", () => {
  expect(["envfp1:5f0c", "polfp2:", ":x", "none", null].map(fingerprintVersion)).toEqual([
    "envfp1",
    "polfp2",
    "",
    "none",
    null,
  ]);
});
