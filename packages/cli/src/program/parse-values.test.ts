import { describe, expect, it } from "vitest";
import { dollars, filters, severalOf, shard, share, wholeNumber } from "./parse-values.ts";

describe("values of options", () => {
  it.each([
    ["0", 0],
    ["1", 1],
    ["0.85", 0.85],
    [".5", 0.5],
    ["1.", 1],
  ])("a share: %s", (text, value) => {
    expect(share(text)).toBe(value);
  });

  it.each(["", "80", "1.01", "-0.1", "80%", "0x1", "1e-1", "NaN", " 0.5", "half"])(
    "no share: %j",
    (text) => {
      expect(() => share(text)).toThrow("It must be a number from 0 to 1, such as 0.8.");
    },
  );

  it("amounts over 0", () => {
    expect(dollars("2.50")).toBe(2.5);
    for (const text of ["0", "-1", "$5", "1e9", ""]) {
      expect(() => dollars(text)).toThrow("It must be a number over 0, such as 2.50.");
    }
  });

  it("whole numbers that JavaScript can count", () => {
    expect(wholeNumber(1)("12")).toBe(12);
    for (const text of ["0", "1.0", "9007199254740993", "1e3"]) {
      expect(() => wholeNumber(1)(text)).toThrow("It must be a whole number >= 1.");
    }
  });

  it("whole numbers of a range", () => {
    expect(wholeNumber(1, 12)("12")).toBe(12);
    expect(() => wholeNumber(1, 12)("13")).toThrow("It must be a whole number from 1 to 12.");
  });

  it("shards", () => {
    expect(shard("2/3")).toEqual({ index: 2, count: 3 });
    for (const text of ["0/3", "4/3", "2", "a/b", "1/0", "1/2/3"]) {
      expect(() => shard(text)).toThrow("It must be such as 2/3");
    }
  });

  it("filters, whose values may hold anything", () => {
    expect(filters("key=a=b", [{ key: "x", value: "" }])).toEqual([
      { key: "x", value: "" },
      { key: "key", value: "a=b" },
    ]);
    for (const text of ["key", "=value"]) {
      expect(() => filters(text, undefined)).toThrow("It must be such as difficulty=hard.");
    }
  });

  it("choices that may be given several times", () => {
    const read = severalOf(["tasks", "agent"]);
    expect(read("agent", ["tasks"])).toEqual(["tasks", "agent"]);
    expect(() => read("prompt", undefined)).toThrow("Allowed choices are tasks, agent.");
  });
});
