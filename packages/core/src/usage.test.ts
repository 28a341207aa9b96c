import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { addUsage, type Usage } from "./usage.ts";

describe("addUsage", () => {
  it("adds member by member", () => {
    expect(
      addUsage(
        { inputTokens: 10, outputTokens: 5, costUsd: 0.5 },
        { inputTokens: 1, outputTokens: 2, costUsd: 0.25 },
      ),
    ).toEqual({ inputTokens: 11, outputTokens: 7, costUsd: 0.75 });
  });

  it("leaves out what one of the two does not know: unknown is not 0", () => {
    const sum = addUsage({ inputTokens: 10, cachedInputTokens: 3 }, { inputTokens: 1, costUsd: 1 });

    expect(sum).toStrictEqual({ inputTokens: 11 });
  });

  it("takes null, which plain JavaScript may hand in, for unknown", () => {
    const foreign = { inputTokens: null, outputTokens: "5" } as unknown as Usage;

    expect(addUsage(foreign, { inputTokens: 1, outputTokens: 5 })).toStrictEqual({});
  });

  it("gives the same sum in any order and grouping", () => {
    const count = fc.option(fc.nat(1e6), { nil: undefined });
    const usage = fc.record({ inputTokens: count, outputTokens: count, totalTokens: count });
    fc.assert(
      fc.property(usage, usage, usage, (a, b, c) => {
        expect(addUsage(a, b)).toEqual(addUsage(b, a));
        expect(addUsage(addUsage(a, b), c)).toEqual(addUsage(a, addUsage(b, c)));
      }),
    );
  });
});
