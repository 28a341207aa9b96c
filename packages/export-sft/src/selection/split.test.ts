import { describe, expect, it } from "vitest";
import { type SplitSide, splitSide } from "./split.ts";

const split = { fraction: 0.5, seed: "" };
const sidesOf = (group: unknown): SplitSide[] =>
  Array.from({ length: 16 }, (_, index) =>
    splitSide({ id: `t${index}`, input: "Q", metadata: { group } }, split),
  );

describe("5.4 a task goes", () => {
  it("with its group, a text or the number that reads like it", () => {
    for (const group of [7, "7"]) {
      expect(new Set(sidesOf(group))).toEqual(new Set(sidesOf("7").slice(0, 1)));
    }
    const sides = Array.from({ length: 16 }, (_, group) => sidesOf(group)[0]);
    expect(new Set(sides).size).toBe(2);
  });

  it.each([undefined, null])("by itself when its group is %s", (group) => {
    const ids = Array.from({ length: 16 }, (_, index) =>
      splitSide({ id: `t${index}`, input: "Q", metadata: {} }, split),
    );
    expect(sidesOf(group)).toEqual(ids);
    expect(new Set(ids).size).toBe(2);
  });

  it.each([
    [true, "true"],
    [["a"], "an array of 1"],
    [{ name: "a" }, "an object"],
    [Number.NaN, "NaN"],
  ])(
    "nowhere when its group is %j, which would be passed over without a word",
    (group, described) => {
      expect(() => sidesOf(group)).toThrow(
        `Task "t0": metadata.group must be text or a number, got ${described}.`,
      );
    },
  );
});
