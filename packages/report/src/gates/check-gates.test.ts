import { type ResultDiff, RolloutsError } from "@rollouts/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { exampleDiff, exampleDifference } from "../__fixtures__/diff.ts";
import { exampleResult, failed, passed, timedOut } from "../__fixtures__/result.ts";
import { checkGates } from "./check-gates.ts";
import type { GateOptions } from "./gate-options.ts";
import { renderVerdict } from "./render-verdict.ts";

const result = exampleResult(
  [
    { id: "easy", attempts: [passed, passed, passed, passed] },
    { id: "hard", attempts: [passed, failed, failed, timedOut] },
  ],
  { planned: 4 },
);
const nothingScored = exampleResult([{ id: "down", attempts: [timedOut, timedOut] }]);
const noTasks = exampleResult([]);

/** Outcome and found value of each check, by name. */
function outcomesOf(given: Parameters<typeof checkGates>[0], options?: GateOptions) {
  const { checks } = checkGates(given, options);
  return Object.fromEntries(checks.map(({ name, outcome, found }) => [name, [outcome, found]]));
}

describe("checkGates", () => {
  it("asks for evidence alone when no limit is given", () => {
    expect(checkGates(result)).toEqual({
      passed: true,
      outcome: "passed",
      checks: [
        {
          name: "evidence",
          wanted: 1,
          found: 7,
          outcome: "passed",
          passed: true,
          reason: "7 of 8 planned attempts were scored",
        },
      ],
    });
  });

  it("gives one check per limit, and the same from a summary", () => {
    const options = { minPassRate: 0.7, minTaskRate: 0.5, minCoverage: 0.875 };
    expect(outcomesOf(result, options)).toEqual({
      evidence: ["passed", 7],
      minPassRate: ["passed", 5 / 7],
      minTaskRate: ["failed", 1 / 3],
      minCoverage: ["passed", 0.875],
    });
    expect(checkGates(result, options)).toMatchObject({ passed: false, outcome: "failed" });
    expect(checkGates(result.summary(), options)).toEqual(checkGates(result, options));
  });

  it.each([
    ["nothing was scored", nothingScored],
    ["there are no tasks", noTasks],
  ])("never passes when %s, whatever the limit", (_, given) => {
    const limits = { minPassRate: 0, minTaskRate: 0, minCoverage: 0 };
    const verdict = checkGates(given, limits);
    expect(verdict).toMatchObject({ passed: false, outcome: "not enough evidence" });
    expect(outcomesOf(given, limits)).toMatchObject({
      evidence: ["not enough evidence", 0],
      minPassRate: ["not enough evidence", null],
      minTaskRate: ["not enough evidence", null],
    });
  });

  it("takes a coverage below its floor for too little evidence, which outweighs a failure", () => {
    const verdict = checkGates(result, { minPassRate: 1, minCoverage: 0.9 });
    expect(verdict).toMatchObject({ passed: false, outcome: "not enough evidence" });
    expect(verdict.checks.map(({ outcome }) => outcome)).toEqual([
      "passed",
      "failed",
      "not enough evidence",
    ]);
  });

  it("takes a pass rate over less than half of the attempts for too little evidence, unless minCoverage says otherwise", () => {
    const thin = exampleResult(
      [
        { id: "scored", attempts: [passed, passed] },
        { id: "down", attempts: [timedOut, timedOut, timedOut] },
      ],
      { planned: 3 },
    );
    const check = (options: GateOptions) => checkGates(thin, options).checks[1];

    expect(check({ minPassRate: 0.9 })).toEqual({
      name: "minPassRate",
      wanted: 0.9,
      found: 1,
      outcome: "not enough evidence",
      passed: false,
      reason:
        "the pass rate is 1.00 and must be at least 0.90, over 2 of 6 planned attempts, less than the half that it takes unless minCoverage is given",
    });
    expect(checkGates(thin, { minPassRate: 0.9, minCoverage: 0.25 }).outcome).toBe("passed");
    const half = exampleResult([{ attempts: [passed, timedOut] }]);
    expect(checkGates(half, { minPassRate: 0.9 }).outcome).toBe("passed");
  });

  it("does not let a task without a verdict pass the floor of every task", () => {
    const partly = exampleResult([{ attempts: [passed] }, { id: "down", attempts: [timedOut] }]);
    expect(outcomesOf(partly, { minTaskRate: 0.5 }).minTaskRate).toEqual([
      "not enough evidence",
      null,
    ]);
    const alsoLow = exampleResult([{ attempts: [failed] }, { id: "down", attempts: [timedOut] }]);
    expect(outcomesOf(alsoLow, { minTaskRate: 0.5 }).minTaskRate).toEqual(["failed", 0]);
  });

  it("passes a rate that is the limit, whatever the rounding of its arithmetic", () => {
    const tenths = exampleResult([
      { attempts: [...Array(7).fill(passed), failed, failed, failed] },
    ]);
    expect(checkGates(tenths, { minPassRate: 1 - 0.3 }).passed).toBe(true);
    expect(checkGates(tenths, { minPassRate: 0.1 + 0.6 }).passed).toBe(true);
    expect(checkGates(tenths, { minPassRate: 0.7001 }).passed).toBe(false);
  });

  it.each<[string, GateOptions, string]>([
    ["a percentage", { minPassRate: 80 }, "minPassRate must be a number from 0 to 1, got 80."],
    ["NaN", { minTaskRate: Number.NaN }, "minTaskRate must be a number from 0 to 1, got NaN."],
    [
      "a text",
      { minCoverage: "0.5" as never },
      'minCoverage must be a number from 0 to 1, got "0.5".',
    ],
    [
      "an unknown limit",
      { minRate: 0.5 } as never,
      'checkGates has an unknown key "minRate" (allowed: minPassRate, minTaskRate, minCoverage, maxDrop, baseline, significance).',
    ],
    [
      "a drop from nothing",
      { maxDrop: 0.1 },
      "baseline must be given too, since maxDrop and baseline work together only, got undefined.",
    ],
    [
      "a baseline without a limit",
      { baseline: exampleDiff() },
      "maxDrop must be given too, since maxDrop and baseline work together only, got undefined.",
    ],
    [
      "a result as baseline",
      { baseline: result as never, maxDrop: 0.1 },
      "baseline must be what result.diff(baseline) gives, got a RolloutResult.",
    ],
    [
      "significance of nothing",
      { significance: true },
      "maxDrop must be given too, since significance is about it, got undefined.",
    ],
    [
      "a level of significance",
      { baseline: exampleDiff(), maxDrop: 0, significance: 0.05 as never },
      "significance must be true or false, got 0.05.",
    ],
    ["no object", null as never, "options must be an object, got null."],
  ])("refuses %s", (_, options, message) => {
    expect(() => checkGates(result, options)).toThrow(
      expect.objectContaining({ code: "invalid_argument", message }),
    );
  });

  it("refuses what is no result", () => {
    expect(() => checkGates(Promise.resolve(result) as never)).toThrow(RolloutsError);
    expect(() => checkGates({} as never)).toThrow(
      "result must be a RolloutResult or its summary(), got an object.",
    );
  });
});

describe("checkGates: maxDrop", () => {
  const fell = (facts: Partial<ResultDiff> = {}) =>
    exampleDiff({ difference: exampleDifference, verdict: "not enough evidence", ...facts });
  const check = (baseline: ResultDiff, options: GateOptions) =>
    checkGates(result, { baseline, ...options }).checks.at(-1);

  it("says of a mean that is higher that it rose", () => {
    const rose = fell({ difference: { ...exampleDifference, mean: 0.25, low: -0.5, high: 1 } });
    expect(check(rose, { maxDrop: 0.1 })).toMatchObject({
      outcome: "passed",
      found: -0.25,
      reason: expect.stringMatching(
        /^the mean of the task rates rose by 0\.25 \(95 % interval -0\.50 to 1\.00, .* and may fall by 0\.10$/,
      ),
    });
  });

  it("counts the mean drop alone, unless significance is asked for", () => {
    expect(check(fell(), { maxDrop: 0.125 })).toMatchObject({ outcome: "passed", found: 0.125 });
    expect(check(fell(), { maxDrop: 0.1 })).toEqual({
      name: "maxDrop",
      wanted: 0.1,
      found: 0.125,
      outcome: "failed",
      passed: false,
      reason:
        "the mean of the task rates fell by 0.12 (95 % interval -0.25 to 0.50, 4 tasks compared) and may fall by 0.10",
    });
  });

  it("with significance counts a drop only when the comparison says regressed", () => {
    const options = { maxDrop: 0.1, significance: true };
    expect(check(fell(), options)).toMatchObject({
      outcome: "passed",
      reason: expect.stringMatching(/; this may be chance$/),
    });
    expect(check(fell({ verdict: "regressed" }), options)).toMatchObject({ outcome: "failed" });
  });

  it("does not pass a drop whose interval is unknown, nor a difference that was withheld", () => {
    const oneTask = { ...exampleDifference, se: null, low: null, high: null, taskCount: 1 };
    expect(
      check(fell({ difference: oneTask }), { maxDrop: 0.1, significance: true }),
    ).toMatchObject({ outcome: "not enough evidence", found: 0.125 });
    expect(check(exampleDiff(), { maxDrop: 1 })).toMatchObject({
      outcome: "not enough evidence",
      found: null,
      reason: "the difference to the baseline is unknown: no task was measured on both sides",
    });
  });

  it("takes a rise for a negative drop", () => {
    const rose = { ...exampleDifference, mean: 0.25, low: 0.125, high: 0.375 };
    expect(check(fell({ difference: rose }), { maxDrop: 0 })).toMatchObject({
      outcome: "passed",
      found: -0.25,
    });
  });
});

it("renderVerdict shows the whole and each check, in lines that are safe to print", () => {
  const hostile = exampleResult([{ id: "a\u001b[2J\nb", attempts: [failed] }]);
  const verdict = checkGates(hostile, { minTaskRate: 1, minPassRate: 0 });
  expect(renderVerdict(verdict)).toBe(
    [
      "gates: failed",
      "  evidence: passed: 1 of 1 planned attempts were scored",
      "  minPassRate: passed: the pass rate is 0.00 and must be at least 0.00, over 1 scored attempts",
      "  minTaskRate: failed: the lowest pass rate of a task is 0.00 and must be at least 1.00; tasks below: 1 of 1 (a\\u001b[2J\\nb)",
    ].join("\n"),
  );
  expect(() => renderVerdict(result as never)).toThrow("verdict must be what checkGates");
});

it("a message shows enough decimals to tell the rate from the limit", () => {
  const rates = exampleResult([
    { attempts: [...Array(799).fill(passed), ...Array(201).fill(failed)] },
  ]);
  const reason = checkGates(rates, { minPassRate: 0.8 }).checks[1]?.reason;
  expect(reason).toContain("is 0.799 and must be at least 0.800");
});

it("a verdict passes exactly when all its checks do, and none passes on an unknown", () => {
  const outcome = fc.constantFrom(passed, failed, timedOut);
  const tasks = fc.array(fc.record({ attempts: fc.array(outcome, { maxLength: 4 }) }), {
    maxLength: 4,
  });
  const limit = fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { nil: undefined });
  const limits = fc.record({ minPassRate: limit, minTaskRate: limit, minCoverage: limit });
  fc.assert(
    fc.property(tasks, limits, (given, options) => {
      const verdict = checkGates(exampleResult(given), options);
      expect(verdict.passed).toBe(verdict.checks.every((check) => check.passed));
      expect(verdict.passed).toBe(verdict.outcome === "passed");
      for (const check of verdict.checks) {
        if (check.found === null) expect(check.outcome).toBe("not enough evidence");
        else if (check.outcome === "passed") {
          expect(check.found).toBeGreaterThanOrEqual(check.wanted - 1e-9);
        }
      }
    }),
  );
});
