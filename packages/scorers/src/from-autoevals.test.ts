import { unscored } from "@rollouts/core";
import {
  ClosedQA,
  ExactMatch,
  JSONDiff,
  Levenshtein,
  ListContains,
  NumericDiff,
  ValidJSON,
} from "autoevals";
import { describe, expect, it, vi } from "vitest";
import { fromAutoevals } from "./from-autoevals.ts";
import { context, scoreOutput } from "./scoring.test-helper.ts";

describe("with the scorers of autoevals", () => {
  it.each([
    ["Levenshtein", fromAutoevals(Levenshtein), "abc", "abd", 2 / 3],
    ["ExactMatch", fromAutoevals(ExactMatch), "a", "a", 1],
    ["ExactMatch", fromAutoevals(ExactMatch), "a", "b", 0],
    ["NumericDiff", fromAutoevals(NumericDiff), 4, 5, 8 / 9],
    ["JSONDiff", fromAutoevals(JSONDiff), { a: 1 }, { a: 2 }, 2 / 3],
    ["ListContains", fromAutoevals(ListContains), ["a"], ["a", "b"], 0.5],
    ["ValidJSON", fromAutoevals(ValidJSON), "{", undefined, 0],
  ])("%s: %#", async (name, scorer, output, expected, value) => {
    expect(scorer.name).toBe(name);
    expect(await scoreOutput(scorer, output, expected)).toMatchObject({
      value: expect.closeTo(value, 12),
      passed: value >= 0.5,
    });
  });

  it("which are fixed by their own partial", async () => {
    const scorer = fromAutoevals(ValidJSON.partial({ schema: { type: "array" } }));

    expect(await scoreOutput(scorer, "[]")).toMatchObject({ value: 1, passed: true });
    expect(await scoreOutput(scorer, "{}")).toMatchObject({ value: 0, passed: false });
    expect(() => fromAutoevals(ClosedQA.partial({ criteria: "polite" }))).not.toThrow();
  });

  it("whose errors leave the attempt unscored", async () => {
    await expect(scoreOutput(fromAutoevals(Levenshtein), "abc")).rejects.toThrow(
      "LevenshteinScorer requires an expected value",
    );
  });

  it("which have no source, so that only a version pins them", () => {
    expect(() => fromAutoevals(Levenshtein).digest()).toThrow(
      expect.objectContaining({
        code: "not_fingerprintable",
        message:
          '$.version: the scorer "Levenshtein" from autoevals has no version, so it cannot be fingerprinted: its code lies in a package. Give fromAutoevals a version, such as that of the package.',
      }),
    );
    const digests = [
      fromAutoevals(Levenshtein, { version: "0.3.0" }),
      fromAutoevals(Levenshtein, { version: "0.3.1" }),
      fromAutoevals(ExactMatch, { version: "0.3.0" }),
      fromAutoevals(Levenshtein, { version: "0.3.0", passThreshold: 0.8 }),
    ].map((scorer) => scorer.digest());

    expect(new Set(digests).size).toBe(4);
    expect(fromAutoevals(Levenshtein, { version: "0.3.0", name: "close" }).digest()).toBe(
      digests[0],
    );
  });
});

describe("with any scorer of that form", () => {
  const answering = (score: unknown) => fromAutoevals(() => score as never);

  it("leaves out expected where the task has none, so that what partial fixed stays", async () => {
    const scorer = vi.fn(() => ({ name: "mine", score: 1 }));
    await scoreOutput(fromAutoevals(scorer), "x");

    expect(scorer.mock.calls).toStrictEqual([[{ input: context.task.input, output: "x" }]]);
    const fixed = fromAutoevals(Levenshtein.partial({ expected: "kitten" }));
    expect(await scoreOutput(fixed, "kitten")).toMatchObject({ value: 1, passed: true });
  });

  it("hands on input, output and expected, and nothing else", async () => {
    const scorer = vi.fn(() => ({ name: "mine", score: 1 }));
    await scoreOutput(fromAutoevals(scorer), { a: 1 }, 5);

    expect(scorer.mock.calls).toEqual([
      [{ input: context.task.input, output: { a: 1 }, expected: 5 }],
    ]);
  });

  it("passes from the threshold on", async () => {
    const scorer = fromAutoevals(() => ({ name: "mine", score: 0.8 }), { passThreshold: 0.9 });

    expect(await scoreOutput(scorer, "x")).toEqual({ value: 0.8, passed: false });
  });

  it("keeps rationale and metadata", async () => {
    const metadata = { rationale: "close enough", choice: "B", schema: undefined };

    expect(await scoreOutput(answering({ name: "m", score: 1, metadata }), "x")).toEqual({
      value: 1,
      passed: true,
      reason: "close enough",
      detail: metadata,
    });
  });

  it("leaves a null score unscored", async () => {
    const scorer = fromAutoevals(() => ({ name: "n", score: null }), { name: "Moderation" });

    expect(await scoreOutput(scorer, "x")).toEqual(unscored("Moderation gave no score"));
  });

  it.each([
    [{ name: "n", score: null, error: new Error("rate limit") }, "rate limit"],
    [{ name: "n", score: 0, error: "timed out" }, "timed out"],
    [{ name: "n", score: "1" }, 'gave the score "1"'],
    [{ name: "n" }, "gave an object in place of { name, score }"],
    [null, "gave null in place of { name, score }"],
    [0.5, "gave 0.5 in place of { name, score }"],
    [{ name: "n", score: 1.5 }, "The value of a score must be in 0..1, got 1.5."],
  ])("takes %j for an error", async (score, message) => {
    await expect(scoreOutput(answering(score), "x")).rejects.toMatchObject({
      code: "scorer_failed",
      message: expect.stringContaining(message),
    });
  });

  it("fails a refusal without a call", async () => {
    const scorer = vi.fn(() => ({ name: "mine", score: 1 }));

    expect(await scoreOutput(fromAutoevals(scorer), undefined, 5, { refusal: "no" })).toMatchObject(
      { passed: false, reason: "refused: no" },
    );
    expect(scorer).not.toHaveBeenCalled();
  });
});

it.each([
  [
    () => fromAutoevals("Levenshtein" as never),
    'fromAutoevals: scorer must be a function, got "Levenshtein".',
  ],
  [() => fromAutoevals(Levenshtein, { version: 3 } as never), "version must be a string, got 3."],
  [() => fromAutoevals(Levenshtein, { passThreshold: 7 }), "from 0 to 1, got 7."],
  [() => fromAutoevals(Levenshtein, { v: "3" } as never), 'fromAutoevals has an unknown key "v"'],
])("refuses what it cannot use: %#", (make, message) => {
  expect(make).toThrow(message);
});
