import { InvalidArgumentError } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { exampleDiff, exampleDifference } from "./__fixtures__/diff.ts";
import { exampleResult } from "./__fixtures__/result.ts";
import { renderDiff } from "./render-diff.ts";

const counts = (passedCount: number, scoredCount: number) => ({
  passedCount,
  scoredCount,
  passRate: scoredCount === 0 ? null : passedCount / scoredCount,
});

const difference = { ...exampleDifference, taskCount: 2, losses: 1, ties: 0 };

describe("renderDiff", () => {
  it("D8 has a row per task, what was not compared, and what it comes to", () => {
    const diff = exampleDiff({
      rows: [
        {
          id: "hard-product",
          baseline: counts(3, 4),
          current: counts(1, 3),
          delta: 1 / 3 - 3 / 4,
          status: "regressed",
        },
        {
          id: "easy",
          baseline: counts(10, 16),
          current: counts(12, 16),
          delta: 0.125,
          status: "improved",
        },
        { id: "dead", baseline: counts(1, 1), current: counts(0, 0), delta: null, status: "" },
      ],
      unmatchedCurrent: ["a", "b"],
      unmatchedBaseline: ["c"],
      changed: ["d"],
      unmeasured: ["dead"],
      warnings: ["1 attempt has no verdict."],
      difference,
      withheldReason: null,
    });

    expect(renderDiff(diff)).toBe(`async       baseline -> current      (policy changed)
  hard-product   3/4 -> 1/3        -0.42   regressed
  easy           10/16 -> 12/16    +0.12   improved
  dead           1/1 -> 0/0            -
  not compared -- current-only: a, b; baseline-only: c; changed: d; unmeasured: dead
  warning: 1 attempt has no verdict.
not enough evidence: -0.12 [-0.50, +0.25] over 2 tasks`);
  });

  it("says which prompts were compared, and why there is no number", () => {
    expect(renderDiff(exampleDiff({ agentChanged: true, policyChanged: false }))).toBe(
      `async       baseline -> current      (agent changed, policy identical)
not enough evidence: no task was measured on both sides`,
    );
  });

  it("leaves the interval out where there is none", () => {
    const single = { ...difference, mean: 1, se: null, low: null, high: null, taskCount: 1 };

    expect(
      renderDiff(exampleDiff({ difference: single }))
        .split("\n")
        .at(-1),
    ).toBe("not enough evidence: +1.00 over 1 task");
  });

  it("names the smallest difference that counts, where one was set", () => {
    const far = { ...difference, mean: -0.7, low: -0.78, high: -0.61, taskCount: 20 };
    const diff = exampleDiff({ difference: far, minEffect: 0.9, verdict: "no difference" });

    expect(renderDiff(diff).split("\n").at(-1)).toBe(
      "no difference: -0.70 [-0.78, -0.61] over 20 tasks (differences under 0.9 do not count)",
    );
  });

  it("counts the ids that a long list leaves out, and keeps hostile ones harmless", () => {
    const ids = Array.from({ length: 25 }, (_, index) => `\u001b[31m${index}\n`);

    const [, line] = renderDiff(exampleDiff({ unmatchedCurrent: ids })).split("\n");

    expect(line).toContain("\\u001b[31m0\\n, \\u001b[31m1\\n");
    expect(line).toMatch(/ and 5 more$/);
  });

  it("refuses what is no comparison", () => {
    for (const value of [exampleResult([]), null, undefined, {}]) {
      expect(() => renderDiff(value as never)).toThrow(InvalidArgumentError);
    }
  });
});
