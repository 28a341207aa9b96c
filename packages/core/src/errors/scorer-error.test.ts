import { inspect } from "node:util";
import { describe, expect, it } from "vitest";
import { ScorerError, scorerErrorDetail } from "./scorer-error.ts";

const detail = { prompt: "a whole prompt", answers: ["hm"] };
const error = new ScorerError({ scorer: "judge", message: "it said nothing", detail });

describe("the detail of a ScorerError", () => {
  it("is there for whoever asks, and in nothing that is printed or written", () => {
    expect(error.detail).toBe(detail);
    expect(inspect(error)).not.toContain("a whole prompt");
    expect(JSON.stringify(error)).not.toContain("a whole prompt");
    expect(new ScorerError({ scorer: "s", message: "m" }).detail).toBeUndefined();
  });

  it("is read as plain data, from an error of any copy of core", () => {
    const copy = Object.assign(new Error("it said nothing"), { code: "scorer_failed", detail });
    Object.defineProperty(copy, Symbol.for("@rollouts/error"), { value: true });

    expect(scorerErrorDetail(error)).toEqual(detail);
    expect(scorerErrorDetail(error)).not.toBe(detail);
    expect(scorerErrorDetail(copy)).toEqual(detail);
  });

  it("is not read from anything else", () => {
    const foreign = Object.assign(new Error("x"), { code: "scorer_failed", detail });

    for (const thrown of [foreign, { detail }, "x", undefined, null]) {
      expect(scorerErrorDetail(thrown)).toBeUndefined();
    }
  });

  it("breaks nothing when JSON cannot carry it", () => {
    const odd = new ScorerError({ scorer: "s", message: "m", detail: { at: 1n } as never });

    expect(scorerErrorDetail(odd)).toMatch(/^left out: \$\.at: 1n cannot/);
  });
});
