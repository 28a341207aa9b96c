import type { ScorerInput } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { auditScorer, exactMatch, includes, jsonEquals, numeric } from "../index.ts";
import { isSameAnswer } from "./same-answer.ts";

const tasksOf = (expected: readonly unknown[]) => ({
  tasks: expected.map((value, index) => ({ id: `t${index}`, input: "q", expected: value })),
});

/** Where the audit blames the scorer. */
async function faultsOf(scorer: unknown, expected: readonly unknown[]) {
  const audit = await auditScorer(scorer as never, tasksOf(expected) as never);
  return [...audit.findings, ...audit.undecided].map(({ taskId, probe }) => `${taskId} ${probe}`);
}

describe("an answer of another task that is right too is not held against the scorer", () => {
  it.each<[string, ScorerInput<never, never>, readonly unknown[]]>([
    ["but for case", exactMatch({ ignoreCase: true }), ["Yes", "yes"]],
    ["but for white space", exactMatch({ collapseWhitespace: true, trim: true }), ["a b", " a  b"]],
    ["but for its form of Unicode", exactMatch({ unicodeForm: "NFKC" }), ["ﬁne", "fine"]],
    ["but for a fraction of nothing", numeric(), ["10", "10.0"]],
    ["but for the exponent", numeric(), ["1e3", "1000"]],
    ["within the tolerance", numeric({ tolerance: 0.01 }), ["3.14", "3.141", "2.72"]],
    [
      "but for what is ignored",
      jsonEquals({ ignore: ["/id"] }),
      [{ id: 1, at: "a" }, { id: 2, at: "a" }, { at: "b" }],
    ],
  ])("%s", async (_, scorer, expected) => {
    for (const list of [expected, expected.toReversed()]) {
      const audit = await auditScorer(scorer as never, tasksOf(list) as never);
      expect([audit.findings, audit.undecided, audit.isSound]).toEqual([[], [], true]);
    }
  });
});

describe("a hint names the tasks whose answers were taken for equal", () => {
  const sameLength: ScorerInput<string, string> = (run, expected) => {
    return run.output.length === expected.length;
  };
  const hintsOf = async (scorer: unknown, { tasks }: ReturnType<typeof tasksOf>) => {
    const audit = await auditScorer(scorer as never, { tasks } as never);
    return [audit.isSound, ...audit.hints];
  };
  const advice = "That is not held against it; if they are not the same, it compares too little.";
  const claim = "The scorer takes the answers of two tasks for the same: of";

  it("once, whichever way they were tried", async () => {
    expect(await hintsOf(sameLength, tasksOf(["aaa", "bbb", "cccc", "ddddd"]))).toEqual([
      true,
      `${claim} t0 and t1. ${advice}`,
    ]);
    // Both tasks try the answer of the other one here.
    expect(await hintsOf(sameLength, tasksOf(["aaa", "bbb", "bbb "]))).toEqual([
      true,
      `${claim} t0 and t1. ${advice}`,
    ]);
    const firstLetter: ScorerInput<string, string> = (run, expected) => {
      return run.output !== "" && run.output[0] === expected[0];
    };
    expect(await hintsOf(firstLetter, tasksOf(["apple", "avocado", "banana"]))).toEqual([
      true,
      `${claim} t0 and t1. ${advice}`,
    ]);
    expect(await hintsOf(numeric({ tolerance: 1 }), tasksOf(["1", "2", "3", "9"]))).toEqual([
      true,
      `${claim} t0 and t1, of t1 and t2. ${advice}`,
    ]);
    const pair = [
      { a: 1, b: 1 },
      { a: 2, b: 1 },
    ];
    const ignoring = jsonEquals({ ignore: ["/a"] });
    expect(await hintsOf(ignoring, tasksOf([...pair, { a: 1, b: 2 }]))).toEqual([
      true,
      `${claim} t0 and t1. ${advice}`,
    ]);
  });

  it("three pairs of them, and counts the others", async () => {
    const words = ["aaa", "bbb", "ccc", "ddd", "eee", "fff", "gggg"];

    expect(await hintsOf(sameLength, tasksOf(words))).toEqual([
      true,
      `${claim} t0 and t1, of t1 and t2, of t2 and t3, and of 2 more pairs. ${advice}`,
    ]);
  });

  it("in one safe line, whatever their ids", async () => {
    const { tasks } = tasksOf(["aaa", "bbb", "cccc"]);
    const hostile = tasks.map((task, index) => ({
      ...task,
      id: `\n##[x]${index}${"a".repeat(999)}`,
    }));
    const [, hint] = await hintsOf(sameLength, { tasks: hostile });

    expect(hint).toContain("of \\n\\u0023#[x]0aaa");
    expect(String(hint).length).toBeLessThan(400);
  });

  it("but not where all are told apart", async () => {
    expect(await hintsOf(exactMatch(), tasksOf(["aaa", "bbb"]))).toEqual([true]);
  });
});

describe("it is held against one", () => {
  it("that takes every answer for right", async () => {
    expect(await faultsOf(() => true, ["Yes", "yes", "No"])).toContain("t1 other-answer");
  });

  it("that takes any of the answers for right, and only those", async () => {
    const labels = ["spam", "ham", "eggs"];
    const isLabel: ScorerInput<string, string> = (run) => labels.includes(run.output);

    expect(await faultsOf(isLabel, labels)).toEqual([
      "t0 other-answer",
      "t1 other-answer",
      "t2 other-answer",
    ]);
    expect(await faultsOf(isLabel, labels.slice(0, 2))).toEqual([
      "t0 other-answer",
      "t1 other-answer",
    ]);
  });

  it("that passes everything on some tasks", async () => {
    const lax: ScorerInput<string, string> = (run, expected) => {
      return expected.length > 3 || run.output === expected;
    };

    expect(await faultsOf(lax, ["Paris", "Berlin", "yes", "no"])).toEqual(
      ["t0", "t1"].flatMap((id) => {
        const own = ["empty", "refusal", "injection"].map((kind) => `${id} ${kind}`);
        return [`${id} other-answer`, ...own];
      }),
    );
  });

  it("that passes it for one task, and not the other way round", async () => {
    expect(await faultsOf(includes(), ["cat", "cat food", "dog"])).toEqual(["t0 other-answer"]);
  });
});

it("compares long texts in little time", () => {
  const digits = "1".repeat(200_000);

  expect(isSameAnswer(`${digits}x`, `${digits}y`)).toBe(false);
});

it("asks about the other task only where the answer of another one passed", async () => {
  let count = 0;
  const counting: ScorerInput<string, string> = (run, expected) => {
    count += 1;
    return Math.abs(Number(run.output) - Number(expected)) < 0.01;
  };
  const { probeCount } = await auditScorer(counting, tasksOf(["3.14", "3.141", "2.72"]) as never);

  // t0 passes the answer of t1 and the other way round; t1 and t2 try answers that are far away.
  expect([probeCount, count]).toEqual([14, 16]);
});
