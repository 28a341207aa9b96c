import { describe, expect, it } from "vitest";
import { revokedProxy } from "../__fixtures__/hostile.ts";
import { describeValue } from "./describe-value.ts";

class Money {}

describe("describeValue", () => {
  it.each([
    [null, "null"],
    [undefined, "undefined"],
    [true, "true"],
    [-0, "0"],
    [Number.NaN, "NaN"],
    [12n, "12n"],
    ["a\nb", '"a\\nb"'],
    [Symbol("s"), "Symbol(s)"],
    [[1, 2], "an array of 2"],
    [{}, "an object"],
    [Object.create(null), "an object"],
    [new Date(0), "a Date"],
    [new Error("x"), "an Error"],
    [new Money(), "a Money"],
    [Money, "class Money"],
    [class {}, "a class"],
    [() => 1, "a function"],
    [function judge() {}, "function judge"],
  ])("names %o", (value, text) => {
    expect(describeValue(value)).toBe(text);
  });

  it("cuts long values short, so that no message carries a whole prompt", () => {
    expect(describeValue("x".repeat(100_000))).toBe(`"${"x".repeat(80)}…"`);
    expect(describeValue(10n ** 200n)).toBe(`1${"0".repeat(79)}…n`);
    expect(describeValue(Symbol("x".repeat(1000))).length).toBeLessThan(90);
  });

  it("neutralises terminal escapes, also those that JSON leaves as they are", () => {
    expect(describeValue("\u001b[31mred \u009b2J \u202etxt")).toBe(
      '"\\u001b[31mred \\u009b2J \\u202etxt"',
    );
  });

  it("describes what throws when it is looked at", () => {
    const { object, array, fn } = revokedProxy();
    const lying = Object.defineProperty(class {}, "name", { value: 5 });

    expect(describeValue(object)).toBe("an object");
    expect(describeValue(array)).toBe("an object");
    expect(describeValue(fn)).toBe("a function");
    expect(describeValue(lying)).toBe("a class");
    expect(describeValue(Object.create({ constructor: { name: 5 } }))).toBe("an object");
  });
});
