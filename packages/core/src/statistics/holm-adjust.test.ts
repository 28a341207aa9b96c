import { describe, expect, it } from "vitest";
import reference from "../__fixtures__/statistics.json" with { type: "json" };
import { holmAdjust } from "./holm-adjust.ts";

describe("holmAdjust", () => {
  it.each(reference.holm)("statistics 2.10: of $p", ({ p, adj }) => {
    expect(holmAdjust(p)).toEqual(adj.map((value) => expect.closeTo(value, 12)));
  });

  it("never exceeds 1, and changes nothing that it is given", () => {
    const pValues = Object.freeze([0.9, 0.8]);

    expect(holmAdjust(pValues)).toEqual([1, 1]);
    expect(holmAdjust([])).toEqual([]);
  });

  it.each([Number.NaN, -0.1, 1.1])("refuses %d, which is no probability", (bad) => {
    expect(() => holmAdjust([0.5, bad])).toThrow(
      `pValues[1] must be a number from 0 to 1, got ${bad}.`,
    );
  });
});
