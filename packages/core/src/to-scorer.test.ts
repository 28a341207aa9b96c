import { describe, expect, it } from "vitest";
import type { CompletedRun } from "./agent-run.ts";
import { functionScorer } from "./function-scorer.ts";
import type { ScoreContext, Scorer, ScorerInput } from "./scorer.ts";
import { toScorer } from "./to-scorer.ts";

const run: CompletedRun<string> = {
  status: "completed",
  output: "4",
  text: "4",
  messages: [],
  toolExecutions: [],
  served: [],
};
const foreign = (scorer: unknown) => toScorer(scorer as ScorerInput, "metrics.cost");

describe("toScorer", () => {
  it("V9: makes a scorer of a bare function", () => {
    const fn = () => 0.7;
    const scorer = toScorer(fn);

    expect(scorer).toMatchObject({ specVersion: "v1", name: "fn" });
    expect(scorer.digest()).toBe(functionScorer(fn).digest());
    expect(scorer.score(run, undefined, {} as ScoreContext)).toEqual({ value: 0.7, passed: true });
  });

  it("makes a scorer of a definition, with its options", () => {
    const score = () => 0.7;
    const scorer = toScorer({ score, name: "n", version: "1", passThreshold: 0.8 });

    expect(scorer.name).toBe("n");
    expect(scorer.digest()).toBe(
      functionScorer(() => 1, { version: "1", passThreshold: 0.8 }).digest(),
    );
    expect(scorer.score(run, undefined, {} as ScoreContext)).toMatchObject({ passed: false });
    expect(toScorer({ score, name: undefined }).name).toBe("score");
  });

  it("leaves a scorer as it is, an instance of a class with its methods too", () => {
    class Judge implements Scorer {
      readonly specVersion = "v1";
      readonly name = "judge";
      score() {
        return this.name === "judge";
      }
      digest() {
        return "d";
      }
    }
    const judge = new Judge();

    expect(toScorer(judge)).toBe(judge);
  });

  it.each([
    [undefined, "got undefined"],
    [null, "got null"],
    ["exact", 'got "exact"'],
    [{}, "got an object"],
    [{ score: true }, "got an object"],
    [{ score: class {} }, "fn must be a function"],
    [class Judge {}, "got class Judge"],
    [{ specVersion: "v1", name: "n", score() {} }, "got an object"],
    [{ specVersion: "v1", score() {}, digest() {} }, "got an object"],
    [{ specVersion: "v1", name: "n", digest() {} }, "got an object"],
  ])("V9: refuses %o", (scorer, message) => {
    expect(() => foreign(scorer)).toThrow(message);
    expect(() => foreign(scorer)).toThrow(expect.objectContaining({ code: "invalid_argument" }));
  });

  it("names the place", () => {
    expect(() => foreign(1)).toThrow(
      expect.objectContaining({
        argument: "metrics.cost",
        message: expect.stringMatching(/^metrics\.cost must be a function/),
      }),
    );
  });

  it("refuses an option that nobody reads", () => {
    expect(() => foreign({ score: () => true, threshold: 0.7 })).toThrow('unknown key "threshold"');
  });

  it.each([
    [{ specVersion: "v2", name: "n", score() {}, digest() {} }, "v2"],
    [{ name: "forgot", score() {}, digest() {} }, "undefined"],
    [
      new (class Forgot {
        score() {}
      })(),
      "undefined",
    ],
  ])("refuses a scorer of another contract: %o", (scorer, found) => {
    expect(() => foreign(scorer)).toThrow(
      expect.objectContaining({
        code: "unsupported_spec_version",
        message: `The scorer given as metrics.cost has specVersion ${found}; this version of @rollouts supports v1. Install matching versions.`,
      }),
    );
  });
});
