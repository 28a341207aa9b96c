import { type Scorer, ScorerError, type ScorerInput, unscored, type Verdict } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { allOf, anyOf, exactMatch, includes, matches, weighted } from "./index.ts";
import { toRun } from "./offline/to-run.ts";
import { context, scoreOutput } from "./scoring.test-helper.ts";

const broken = new RangeError("no database");

/** A scorer that always says this; an error is thrown. */
function saying(name: string, verdict: Verdict | Error): Scorer {
  const score = async () => {
    if (verdict instanceof Error) throw verdict;
    return verdict;
  };
  return { specVersion: "v1", name, digest: () => name, score };
}

const pass = saying("pass", true);
const fail = saying("fail", { value: 0.25, passed: false, reason: "too long" });
const shy = saying("shy", unscored("no reference"));
const sick = saying("sick", broken);
const outcomeOf = (scorer: ScorerInput) =>
  scoreOutput(scorer, "x").then(
    (verdict) => {
      if ("unscored" in verdict) return `unscored: ${verdict.reason}`;
      return `${verdict.passed ? "passed" : "failed"} ${verdict.value}`;
    },
    (thrown) => thrown,
  );
/** What a combination throws for a part that is broken. */
const brokenPart = (name: string, part: string) =>
  expect.objectContaining({
    code: "scorer_failed",
    scorer: name,
    message: `${part}: RangeError: no database`,
    cause: broken,
  });

describe("allOf", () => {
  it.each<[string, Scorer[], unknown]>([
    ["all pass", [pass, pass], "passed 1"],
    ["one fails", [pass, fail], "failed 0.25"],
    ["one fails, whatever else is unscored", [shy, fail], "failed 0.25"],
    ["one fails, whatever else breaks", [sick, fail, shy], "failed 0.25"],
    ["one cannot tell", [pass, shy], "unscored: shy: no reference"],
    ["two cannot tell", [shy, pass, shy], "unscored: shy: no reference; shy: no reference"],
    ["one breaks", [pass, sick], brokenPart("allOf", "sick")],
    ["one breaks and one cannot tell", [shy, sick], brokenPart("allOf", "sick")],
    ["one part", [fail], "failed 0.25"],
  ])("when %s", async (_, parts, outcome) => {
    expect(await outcomeOf(allOf(parts))).toEqual(outcome);
  });

  it("names what failed, and keeps what every part said", async () => {
    const judge = saying("judge", {
      value: 0,
      passed: false,
      reason: "off topic",
      detail: { votes: 3 },
    });

    expect(await scoreOutput(allOf([pass, fail, shy, sick, judge]), "x")).toEqual({
      value: 0,
      passed: false,
      reason: "fail: too long; judge: off topic",
      detail: {
        parts: [
          { name: "pass", value: 1, passed: true },
          { name: "fail", value: 0.25, passed: false, reason: "too long" },
          { name: "shy", unscored: "no reference" },
          { name: "sick", error: "RangeError: no database" },
          { name: "judge", value: 0, passed: false, reason: "off topic", detail: { votes: 3 } },
        ],
      },
    });
  });

  it("has the smallest value, also when it passes", async () => {
    const parts = [saying("a", 0.9), saying("b", { value: 0.2, passed: true })];

    expect(await outcomeOf(allOf(parts))).toBe("passed 0.2");
  });

  it("takes a part whose verdict is none for one that breaks", async () => {
    const odd = saying("odd", 7);

    expect(await outcomeOf(allOf([pass, odd]))).toMatchObject({
      code: "scorer_failed",
      message: "odd: The value of a score must be in 0..1, got 7.",
    });
    expect(await outcomeOf(allOf([fail, odd]))).toBe("failed 0.25");
  });
});

describe("anyOf", () => {
  it.each<[string, Scorer[], unknown]>([
    ["one passes", [fail, pass], "passed 1"],
    ["one passes, whatever else is unscored", [shy, pass], "passed 1"],
    ["one passes, whatever else breaks", [sick, pass, shy], "passed 1"],
    ["all fail", [fail, fail], "failed 0.25"],
    ["the rest cannot tell", [fail, shy], "unscored: shy: no reference"],
    ["the rest breaks", [fail, shy, sick], brokenPart("anyOf", "sick")],
  ])("when %s", async (_, parts, outcome) => {
    expect(await outcomeOf(anyOf(parts))).toEqual(outcome);
  });

  it("names what decided", async () => {
    expect(await scoreOutput(anyOf([fail, pass, shy]), "x")).toMatchObject({
      reason: "pass: passed",
      detail: { parts: [{ name: "fail" }, { name: "pass" }, { name: "shy" }] },
    });
    expect(await scoreOutput(anyOf([fail, saying("no", false)]), "x")).toMatchObject({
      reason: "fail: too long; no: failed",
    });
  });
});

describe("weighted", () => {
  it.each<[number[], number | undefined, unknown]>([
    [[1, 1], undefined, "failed 0.25"],
    [[1, 2], undefined, "failed 0.16666666666666666"],
    [[3, 1], 0.3, "passed 0.375"],
  ])(
    "with the weights %j and the threshold %j",
    async ([first, second], passThreshold, outcome) => {
      const parts = [
        { scorer: saying("half", 0.5), weight: first as number },
        { scorer: saying("none", false), weight: second as number },
      ];

      expect(await outcomeOf(weighted(parts, { passThreshold }))).toBe(outcome);
    },
  );

  it("does not fail by a rounding error", async () => {
    const parts = [
      { scorer: saying("half", 0.5), weight: 0.3 },
      { scorer: saying("none", false), weight: 0.1 },
    ];

    expect(await outcomeOf(weighted(parts, { passThreshold: 0.375 }))).toBe(
      "passed 0.37499999999999994",
    );
    expect(await outcomeOf(weighted(parts, { passThreshold: 0.3751 }))).toMatch("failed 0.374");
  });

  it("shows every share", async () => {
    const parts = [
      { scorer: pass, weight: 2 },
      { scorer: fail, weight: 1 },
    ];

    expect(await scoreOutput(weighted(parts), "x")).toEqual({
      value: 0.75,
      passed: true,
      reason: "pass 1.00 x 2; fail 0.25 x 1 (too long)",
      detail: {
        parts: [
          { name: "pass", value: 1, passed: true },
          { name: "fail", value: 0.25, passed: false, reason: "too long" },
        ],
      },
    });
  });

  it.each<[string, Scorer, unknown]>([
    ["cannot tell", shy, "unscored: shy: no reference"],
    ["breaks", sick, brokenPart("weighted", "sick")],
  ])("is unscored when a part %s", async (_, scorer, outcome) => {
    const parts = [fail, scorer, pass].map((part) => ({ scorer: part, weight: 1 }));

    expect(await outcomeOf(weighted(parts))).toEqual(outcome);
  });
});

describe("combinations", () => {
  it("keep what every part said also when there is no verdict", async () => {
    const torn = saying("torn", unscored("a tie", { votes: 2 }));
    const lost = saying(
      "lost",
      new ScorerError({ scorer: "lost", message: "no verdict", detail: { prompt: "P" } }),
    );
    const parts = [
      { name: "pass", value: 1, passed: true },
      { name: "torn", unscored: "a tie", detail: { votes: 2 } },
    ];

    expect(await scoreOutput(allOf([pass, torn]), "x")).toEqual({
      unscored: true,
      reason: "torn: a tie",
      detail: { parts },
    });
    expect(
      await outcomeOf(anyOf([fail, allOf([pass, torn, lost], { name: "inner" })])),
    ).toMatchObject({
      message: "inner: lost: no verdict",
      detail: {
        parts: [
          { name: "fail" },
          {
            name: "inner",
            error: "lost: no verdict",
            detail: {
              parts: [...parts, { name: "lost", error: "no verdict", detail: { prompt: "P" } }],
            },
          },
        ],
      },
    });
  });

  it("pass on the reason of an abort as it is", async () => {
    const controller = new AbortController();
    const { signal } = controller;
    const reason = new Error("over");
    const judge: ScorerInput = async () => {
      controller.abort(reason);
      signal.throwIfAborted();
      return true;
    };
    const run = toRun({ input: "q", output: "x" });

    await expect(
      allOf([pass, allOf([judge])]).score(run, undefined, { ...context, signal }),
    ).rejects.toBe(reason);
  });

  it("nest, and take functions and definitions", async () => {
    const scorer = allOf<unknown, unknown>([
      anyOf([exactMatch({ expected: "yes" }), includes({ expected: "yes!" })], {
        name: "says yes",
      }),
      (run) => run.messages.length === 2,
      { score: () => 0.8, passThreshold: 0.9, name: "strict" },
    ]);

    expect(await scoreOutput(scorer, "yes")).toMatchObject({
      value: 0.8,
      passed: false,
      reason: "strict: failed",
      detail: {
        parts: [{ name: "says yes", passed: true }, { name: "score" }, { name: "strict" }],
      },
    });
    expect(await scoreOutput(scorer, "no")).toMatchObject({
      value: 0,
      reason:
        'says yes: exactMatch: the answer is "no", expected "yes"; includes: missing: "yes!"; strict: failed',
    });
  });

  it("ask all parts at once, with what they were given", async () => {
    const asked: unknown[] = [];
    let release = (): void => undefined;
    const opened = new Promise<void>((resolve) => {
      release = resolve;
    });
    const first: ScorerInput = async (...question) => {
      asked.push(question);
      await opened;
      return true;
    };
    const second: ScorerInput = (...question) => {
      asked.push(question);
      release();
      return true;
    };

    expect(await scoreOutput(allOf([first, second]), "x", 5)).toMatchObject({ passed: true });
    expect(asked[0]).toEqual(asked[1]);
    expect(asked[0]).toMatchObject([{ output: "x" }, 5, { attemptIndex: 0 }]);
  });

  it("have parts, rule, order, weights and threshold in the digest, and not their names", () => {
    const [a, b] = [exactMatch(), includes()];
    const weigh = (first: number, second: number, passThreshold?: number) =>
      weighted<string, string>(
        [
          { scorer: a, weight: first },
          { scorer: b, weight: second },
        ],
        { passThreshold },
      );
    const digests = [
      allOf<string, string>([a, b]),
      allOf<string, string>([b, a]),
      allOf<string, string>([a, b, b]),
      allOf<string, string>([a, exactMatch({ trim: true })]),
      anyOf<string, string>([a, b]),
      allOf<string, string>([a, allOf([b])]),
      weigh(1, 1),
      weigh(1, 2),
      weigh(1, 1, 0.6),
    ].map((scorer) => scorer.digest());

    expect(new Set(digests).size).toBe(digests.length);
    expect(allOf<string, string>([a, b], { name: "x" }).digest()).toBe(digests[0]);
    for (const [first, second] of [
      [2, 4],
      [0.1, 0.2],
      [1 / 3, 2 / 3],
    ] as const) {
      expect(weigh(first, second).digest()).toBe(digests[7]);
    }
    expect(allOf([matches(/a/)]).digest()).toMatch(/^[0-9a-f]{64}$/);
    const foreign = { specVersion: "v1", name: "f", digest: () => 5, score: () => true } as const;
    expect(() => allOf([foreign as never]).digest()).toThrow(
      'digest() of "f" must give a string, got 5.',
    );
    expect(() => allOf([Math.max as never]).digest()).toThrow(
      expect.objectContaining({ code: "not_fingerprintable" }),
    );
  });

  it.each([
    [() => allOf([]), "allOf needs a list of at least one part, got an array of 0."],
    [() => anyOf([]), "anyOf needs a list of at least one part, got an array of 0."],
    [() => weighted([]), "weighted needs a list of at least one part, got an array of 0."],
    [() => allOf(pass as never), "allOf needs a list of at least one part, got an object."],
    [() => allOf([pass, "exact" as never]), "allOf: parts[1] must be a function"],
    [() => anyOf([5 as never]), "anyOf: parts[0] must be a function"],
    [() => weighted([pass as never]), 'parts[0] has an unknown key "specVersion"'],
    [() => weighted([{ scorer: pass } as never]), "parts[0].weight must be a finite number over 0"],
    [() => weighted([{ scorer: pass, weight: 0 }]), "a finite number over 0, got 0."],
    [() => weighted([{ scorer: pass, weight: Number.NaN }]), "a finite number over 0, got NaN."],
    [
      () => weighted([1, 2].map(() => ({ scorer: pass, weight: 1e308 }))),
      "weighted: parts must be weights whose sum is finite, got Infinity.",
    ],
    [() => allOf([pass], "strict" as never), 'allOf: options must be an object such as { name: "'],
    [() => weighted([{ scorer: 5 as never, weight: 1 }]), "parts[0].scorer must be a function"],
    [() => weighted([{ scorer: pass, weight: 1 }], { passThreshold: 2 }), "from 0 to 1, got 2."],
    [
      () => allOf([pass], { passThreshold: 1 } as never),
      'allOf has an unknown key "passThreshold"',
    ],
    [() => anyOf([pass], { name: 5 } as never), "name must be a string, got 5."],
  ])("refuse what cannot be combined: %#", (make, message) => {
    expect(make).toThrow(message);
  });
});
