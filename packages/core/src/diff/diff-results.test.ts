import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { headerOf, resultOf, taskOf } from "../__fixtures__/results.ts";
import { MismatchError } from "../errors/mismatch-error.ts";
import type { ResultHeader } from "../result-source.ts";
import { RolloutResult } from "../results/rollout-result.ts";
import { type TaskResult, toTaskResult } from "../results/task-result.ts";
import type { DiffOptions } from "./diff-options.ts";
import { diffResults } from "./diff-results.ts";

const [a, b] = ["a".repeat(64), "b".repeat(64)];
const parts = { tasks: a, scorer: a, metrics: a, agent: a, modelPrompt: a };
/** Header of an environment that differs from the usual one in these parts. */
const other = (...names: string[]): Partial<ResultHeader> => ({
  envFingerprint: `envfp1:${b}`,
  envParts: { ...parts, ...Object.fromEntries(names.map((name) => [name, b])) },
});
const usual = { envFingerprint: `envfp1:${a}`, envParts: parts };

/** Tasks by id, each with its outcomes, such as `{ t1: "pf" }`. */
function run(outcomes: Readonly<Record<string, string>>, header: Partial<ResultHeader> = {}) {
  const tasks = Object.entries(outcomes).map(([id, letters]) => taskOf(id, letters));
  const k = Math.max(0, ...tasks.map(({ attemptCount }) => attemptCount));
  return resultOf(tasks, { k, ...usual, ...header });
}

/** A result with one task for each of the outcomes. */
const runOf = (outcomes: readonly string[], header?: Partial<ResultHeader>) =>
  run(Object.fromEntries(outcomes.map((letters, index) => [`t${index + 1}`, letters])), header);

function withTask(result: RolloutResult, id: string, content: object): RolloutResult {
  const taskResults = result.taskResults.map(
    (one): TaskResult =>
      one.task.id === id ? toTaskResult({ ...one.task, ...content }, one.attempts) : one,
  );
  return new RolloutResult({ header: result.header, taskResults });
}

describe("diff: what may be compared", () => {
  it("D1: refuses other environments, with the parts and both fingerprints", () => {
    const diff = () => run({ t1: "p" }, other("scorer", "tasks")).diff(run({ t1: "p" }));

    expect(diff).toThrow(MismatchError);
    expect(diff).toThrow(
      `differ in "tasks, scorer" (envFingerprint: current "envfp1:${b}", baseline "envfp1:${a}")`,
    );
  });

  it.each([
    [null, null],
    [`envfp1:${a}`, null],
    [null, `envfp1:${a}`],
  ])("D1: refuses the environment fingerprints %j and %j, whatever is allowed", (one, two) => {
    const [current, baseline] = [one, two].map((envFingerprint) =>
      run({ t1: "p" }, { envFingerprint, envParts: {} }),
    );
    if (current === undefined || baseline === undefined) throw new Error("two are made");

    expect(() => current.diff(baseline)).toThrow("has no fingerprint matches nothing");
    expect(() => current.diff(baseline, { allow: ["tasks", "agent"] })).toThrow(MismatchError);
  });

  it.each([
    [["tasks"], ["tasks"], true],
    [["agent"], ["agent"], true],
    [["modelPrompt"], ["agent"], true],
    [["agent", "modelPrompt", "tasks"], ["agent", "tasks"], true],
    [["agent"], ["tasks"], false],
    [["tasks"], ["agent"], false],
    [["scorer"], ["tasks", "agent"], false],
    [["scorer", "tasks"], ["tasks", "agent"], false],
    [["metrics"], ["tasks", "agent"], false],
    [["timeoutMs"], ["tasks", "agent"], false],
    [["identity"], ["tasks", "agent"], false],
    [[], ["tasks", "agent"], false],
  ] as const)("environments that differ in %j, with allow %j: %j", (names, allow, allowed) => {
    const diff = () => run({ t1: "p" }, other(...names)).diff(run({ t1: "p" }), { allow });

    if (allowed) expect(diff).not.toThrow();
    else expect(diff).toThrow(MismatchError);
  });

  it("refuses scorers that nothing is known of", () => {
    const of = (digest: string) =>
      run({ t1: "p" }, { envFingerprint: `envfp1:${digest}`, envParts: { tasks: digest } });

    for (const allow of [["tasks"], []] as const) {
      expect(() => of(a).diff(of(b), { allow })).toThrow(/Run both on the same environment\.$/);
    }
  });

  it("says what would let a comparison pass, if anything does", () => {
    const message = (...names: string[]) => {
      try {
        run({ t1: "p" }, other(...names)).diff(run({ t1: "p" }));
        return "";
      } catch (thrown) {
        return String(thrown);
      }
    };

    expect(message("tasks", "agent")).toContain('with allow: ["tasks", "agent"].');
    expect(message("modelPrompt")).toContain('with allow: ["agent"].');
    expect(message("scorer", "tasks")).not.toContain("allow");
    for (const names of [["scorer"], ["scorer", "tasks", "agent"]]) {
      expect(message(...names)).toMatch(/by the scorer of the other with rescore\.$/);
    }
    expect(message("scorer", "timeoutMs")).not.toContain("rescore");
  });

  it("D7: lets names of environments and k differ", () => {
    const diff = run({ t1: "pppp" }, { env: "new" }).diff(run({ t1: "pp" }, { env: "old" }));

    expect(diff).toMatchObject({ env: "new", verdict: "no difference", warnings: [] });
  });
});

describe("diff: rows", () => {
  const current = run({ t2: "ppppppff", t1: "pfff", dead: "xxt", new: "p", fell: "pff" });
  const baseline = run({ t1: "pfff", t2: "pppfffff", dead: "p", fell: "pppf", old: "f" });
  const diff = current.diff(baseline);

  it("D2: has the tasks of both, in the order of the current result", () => {
    expect(diff.rows.map(({ id }) => id)).toEqual(["t2", "t1", "dead", "fell"]);
    expect(diff.rows[0]).toEqual({
      id: "t2",
      baseline: { passedCount: 3, scoredCount: 8, passRate: 0.375 },
      current: { passedCount: 6, scoredCount: 8, passRate: 0.75 },
      delta: 0.375,
      status: "improved",
    });
    expect(diff.rows[3]).toMatchObject({ delta: 1 / 3 - 0.75, status: "regressed" });
    expect(diff).toMatchObject({ improved: ["t2"], regressed: ["fell"] });
  });

  it("D3: takes rounding for equal, and 7/8 to 8/8 for a rise that proves nothing", () => {
    const rise = run({ t1: "pppppppp" }).diff(run({ t1: "pppppppf" }));
    const rounded = toTaskResult({ id: "t1", input: "q", metadata: {} }, []);
    const of = (passRate: number) => ({
      header: headerOf(usual),
      taskResults: [{ ...rounded, passRate, scoredCount: 4 }],
    });

    expect(rise).toMatchObject({ improved: ["t1"], verdict: "not enough evidence" });
    expect(diffResults(of(0.5 + 1e-10), of(0.5)).rows[0]?.status).toBe("");
    expect(diffResults(of(0.5 + 1e-8), of(0.5)).rows[0]?.status).toBe("improved");
  });

  it("D4: has no delta where one side scored nothing, and lists the task", () => {
    expect(diff.rows[2]).toEqual({
      id: "dead",
      baseline: { passedCount: 1, scoredCount: 1, passRate: 1 },
      current: { passedCount: 0, scoredCount: 0, passRate: null },
      delta: null,
      status: "",
    });
    expect(diff.unmeasured).toEqual(["dead"]);
    expect(baseline.diff(current).unmeasured).toEqual(["dead"]);
  });

  it("D5: lists the tasks of one side", () => {
    expect(diff).toMatchObject({ unmatchedCurrent: ["new"], unmatchedBaseline: ["old"] });
  });

  it.each([
    ["p1", "p2", true],
    ["p1", "p1", false],
    [null, null, true],
    ["p1", null, true],
    [null, "p1", true],
  ])("D6: of the policies %j and %j, changed: %j", (one, two, policyChanged) => {
    const [left, right] = [
      run({ t1: "p" }, { policyFingerprint: one }),
      run({ t1: "p" }, { policyFingerprint: two }),
    ];

    expect(left.diff(right).policyChanged).toBe(policyChanged);
  });

  it("D9: is plain JSON, with its keys in order", () => {
    expect(JSON.parse(JSON.stringify(diff))).toEqual(diff);
    expect(Object.keys(diff)).toEqual([
      "env",
      "policyChanged",
      "agentChanged",
      "rows",
      "improved",
      "regressed",
      "unmatchedCurrent",
      "unmatchedBaseline",
      "changed",
      "unmeasured",
      "flips",
      "minEffect",
      "coverage",
      "difference",
      "withheldReason",
      "verdict",
      "warnings",
    ]);
  });

  it("takes ids such as __proto__ for names", () => {
    const odd = [taskOf("__proto__", "p"), taskOf("constructor", "f")];
    const { rows, unmatchedBaseline } = resultOf(odd).diff(resultOf(odd.toReversed()));

    expect(rows.map(({ id, delta }) => [id, delta])).toEqual([
      ["__proto__", 0],
      ["constructor", 0],
    ]);
    expect(unmatchedBaseline).toEqual([]);
  });

  it("lists the tasks whose majority turned round, where half is none", () => {
    const flipped = run({ up: "ppf", down: "f", half: "pf", level: "ppf", dead: "x" }).diff(
      run({ up: "pff", down: "p", half: "f", level: "p", dead: "p" }),
    );

    expect(flipped.flips).toEqual({ toPass: ["up"], toFail: ["down"] });
  });

  it("with minEffect, names no smaller change", () => {
    const options = { minEffect: 0.25 };
    const { improved, regressed, minEffect } = run({ a: "pppp", b: "ppff", c: "pfff" }).diff(
      run({ a: "pppf", b: "ppf", c: "pppf" }),
      options,
    );

    expect({ improved, regressed, minEffect }).toEqual({
      improved: ["a"],
      regressed: ["c"],
      minEffect: 0.25,
    });
    const [nine, eight] = [run({ t1: "pppppppppf" }), run({ t1: "ppppppppff" })];
    expect(nine.diff(eight, { minEffect: 0.1 }).improved).toEqual(["t1"]);
  });
});

describe("diff with allow", () => {
  const allow = ["tasks"] as const;

  it("B18: compares tasks of equal content, and lists the changed, missing and unmeasured", () => {
    const outcomes = ["pp", "pf", "pp", "ff", "pp", "pf", "pf", "pp", "pp", "pp"];
    const earlier = ["pf", "pf", "xx", "ff", "pf", "pf", "ff", "pp"];
    const current = runOf(outcomes, other("tasks"));
    const baseline = withTask(runOf(earlier), "t8", { input: "another question" });
    const diff = current.diff(baseline, { allow });

    expect(diff).toMatchObject({
      changed: ["t8"],
      unmatchedCurrent: ["t9", "t10"],
      unmatchedBaseline: [],
      unmeasured: ["t3"],
      improved: ["t1", "t5", "t7"],
      coverage: 0.6,
      difference: { mean: 0.25, taskCount: 6, wins: 3, losses: 0, ties: 3 },
      withheldReason: null,
      verdict: "not enough evidence",
      warnings: [
        "6 of 10 tasks were compared (changed: 1, in one result only: 2, not scored in both: 1); the difference is about these alone.",
      ],
    });
    expect(diff.difference?.se).toBeCloseTo(0.1118033988749895, 12);
    expect(diff.rows.map(({ id }) => id)).toEqual(["t1", "t2", "t3", "t4", "t5", "t6", "t7"]);
    expect(current.diff(baseline, { allow, minCoverage: 0.7 })).toMatchObject({
      coverage: 0.6,
      difference: null,
      withheldReason:
        "6 of 10 tasks were compared (changed: 1, in one result only: 2, not scored in both: 1), which is less than the minimum of 0.7.",
      verdict: "not enough evidence",
      warnings: [],
    });
  });

  it.each([
    ["another expected value", { expected: 1 }, { expected: 2 }, ["t1"]],
    ["an expected value that was not there", { expected: 1 }, {}, ["t1"]],
    ["keys in another order", { expected: { x: 1, y: 2 } }, { expected: { y: 2, x: 1 } }, []],
    ["null for an absent value", { expected: null }, {}, []],
    ["other metadata", { metadata: { split: "train" } }, { metadata: {} }, []],
    ["what has no canonical JSON", { expected: 1n }, { expected: 1n }, ["t1"]],
  ])("compares content: %s", (_, one, two, changed) => {
    const current = withTask(run({ t1: "p" }, other("tasks")), "t1", one);
    const baseline = withTask(run({ t1: "p" }), "t1", two);

    expect(current.diff(baseline, { allow }).changed).toEqual(changed);
  });

  it("trusts equal fingerprints, whatever the tasks in memory hold by now", () => {
    const current = withTask(run({ t1: "p" }), "t1", { expected: 1n });

    expect(current.diff(run({ t1: "p" }), { allow }).changed).toEqual([]);
  });

  it.each([
    ["agent", true],
    ["modelPrompt", true],
    ["tasks", false],
  ])("says of a difference in %s that the agent changed: %j", (part, agentChanged) => {
    const options: DiffOptions = { allow: ["agent", "tasks"] };

    expect(run({ t1: "p" }, other(part)).diff(run({ t1: "p" }), options)).toMatchObject({
      agentChanged,
    });
    expect(run({ t1: "p" }).diff(run({ t1: "p" }), options).agentChanged).toBe(false);
  });
});

describe("diff: the difference and its verdict", () => {
  const repeat = (count: number, letters: string) => new Array<string>(count).fill(letters);

  it("statistics 2.7: is paired, with a t interval that claims less than z would", () => {
    const { difference, verdict } = runOf(["pppf", "ppff", "pppp", "pfff", "ppff"]).diff(
      runOf(["ppff", "ppff", "pppf", "pfff", "ffff"]),
    );

    expect(difference).toEqual({
      mean: expect.closeTo(0.2, 12),
      se: expect.closeTo(0.09354143466934854, 12),
      low: expect.closeTo(-0.059712658420891906, 12),
      high: expect.closeTo(0.45971265842089193, 12),
      taskCount: 5,
      unpairedSe: expect.closeTo(0.18027756377319948, 12),
      wins: 3,
      losses: 0,
      ties: 2,
    });
    expect(verdict).toBe("not enough evidence");
  });

  it("tells a difference that chance does not explain, in either direction", () => {
    const better = runOf(["pppp", "pppf", "pppp", "ppff", "pppf"]);
    const worse = runOf(["ffff", "pfff", "pfff", "ffff", "pfff"]);

    expect(better.diff(worse).verdict).toBe("improved");
    expect(worse.diff(better).verdict).toBe("regressed");
  });

  it.each([1, 2, 8, 40])("finds no difference in %d identical tasks", (count) => {
    const result = runOf(repeat(count, "ppff"));

    expect(result.diff(result)).toMatchObject({
      improved: [],
      regressed: [],
      flips: { toPass: [], toFail: [] },
      difference: { mean: 0, wins: 0, losses: 0, ties: count },
      verdict: "no difference",
      warnings: [],
    });
  });

  it("D4: a candidate that scored nothing is never without a difference", () => {
    const baseline = runOf(["pp", "pf"]);

    expect(runOf(["xx", "tt"]).diff(baseline, { minCoverage: 0 })).toMatchObject({
      coverage: 0,
      difference: null,
      withheldReason:
        "0 of 2 tasks were compared (changed: 0, in one result only: 0, not scored in both: 2).",
      verdict: "not enough evidence",
    });
    expect(runOf(["pp", "tt"]).diff(baseline)).toMatchObject({
      difference: { mean: 0, taskCount: 1 },
      verdict: "not enough evidence",
    });
  });

  it("has nothing to say of no tasks", () => {
    expect(runOf([]).diff(runOf([]))).toMatchObject({
      rows: [],
      coverage: null,
      difference: null,
      verdict: "not enough evidence",
    });
  });

  it("withholds below half of the tasks, unless told otherwise", () => {
    const [few, many] = [runOf(["pp"]), runOf(["pp", "pp", "pp"])];

    expect(few.diff(many)).toMatchObject({ coverage: 1 / 3, difference: null });
    expect(few.diff(many, { minCoverage: 0.3 }).difference).toMatchObject({ mean: 0 });
    expect(runOf(["pp", "pp"]).diff(runOf(repeat(4, "pp"))).withheldReason).toBeNull();
  });

  it("says nothing of sameness while a task of the baseline is missing or was changed", () => {
    const full = runOf(repeat(10, "pf"));
    const allow = ["tasks"] as const;
    const part = runOf(repeat(5, "pf"), other("tasks"));
    const edited = withTask(runOf(repeat(10, "pf"), other("tasks")), "t3", { expected: 2 });

    expect(part.diff(full, { allow })).toMatchObject({
      coverage: 0.5,
      difference: { mean: 0, taskCount: 5 },
      verdict: "not enough evidence",
    });
    expect(edited.diff(full, { allow })).toMatchObject({
      changed: ["t3"],
      verdict: "not enough evidence",
    });
    // A part of the tasks was run: the environments are the same.
    expect(runOf(repeat(9, "pf")).diff(full).verdict).toBe("not enough evidence");
  });

  it("may find no difference when a task was added", () => {
    const diff = runOf(repeat(10, "pf")).diff(runOf(repeat(9, "pf")));

    expect(diff).toMatchObject({ unmatchedCurrent: ["t10"], verdict: "no difference" });
    expect(diff.warnings).toHaveLength(1);
  });

  it.each([
    [5, "not enough evidence"],
    [6, "improved"],
  ])("statistics 2.8: one attempt per task, %d flips to pass: %s", (flips, verdict) => {
    const baseline = runOf([...repeat(flips, "f"), ...repeat(4, "p")]);

    expect(runOf(repeat(flips + 4, "p")).diff(baseline).verdict).toBe(verdict);
  });

  it("asks for more than two tasks that changed alike, though their interval has no width", () => {
    const diff = runOf(["pf", "pf"]).diff(runOf(["ff", "ff"]));

    expect(diff.difference).toMatchObject({ mean: 0.5, se: 0, low: 0.5, high: 0.5 });
    expect(diff.verdict).toBe("not enough evidence");
    expect(runOf(["pf", "pf"]).diff(runOf(["ff", "ff"]), { minEffect: 0.6 }).verdict).toBe(
      "not enough evidence",
    );
  });

  it("with minEffect, tells large differences, none, and neither", () => {
    const baseline = runOf([...repeat(20, "pppf"), ...repeat(20, "ppff")]);
    const rise = runOf([...repeat(20, "pppp"), ...repeat(18, "ppff"), "pppf", "pppf"]);
    const { low, high } = rise.diff(baseline).difference ?? {};

    expect(low).toBeCloseTo(0.0986, 3);
    expect(high).toBeCloseTo(0.1764, 3);
    // All rises are by one attempt of four, which is what the sign test of 22 to 0 is for.
    expect(rise.diff(baseline, { minEffect: 0.09 }).verdict).toBe("improved");
    expect(rise.diff(baseline, { minEffect: 0.12 }).verdict).toBe("not enough evidence");
    expect(rise.diff(baseline, { minEffect: 0.2 }).verdict).toBe("no difference");
    expect(baseline.diff(rise, { minEffect: 0.09 }).verdict).toBe("regressed");
    expect(baseline.diff(rise, { minEffect: 0.2 }).verdict).toBe("no difference");
  });

  it("warns of attempts without a verdict, which may be the hard ones", () => {
    const diff = runOf(["pppp", "pfxx"]).diff(runOf(["pfft", "pfff"]));

    expect(diff.warnings).toEqual([
      "current: 2 of 8 planned attempts at the compared tasks have no verdict; the difference is about the others.",
      "baseline: 1 of 8 planned attempts at the compared tasks have no verdict; the difference is about the others.",
    ]);
  });

  it("turns round with its sides", () => {
    const letters = fc.string({ unit: fc.constantFrom("p", "f", "x"), maxLength: 4 });
    const turned = { improved: "regressed", regressed: "improved" } as const;
    fc.assert(
      fc.property(fc.array(fc.tuple(letters, letters)), (tasks) => {
        const [one, two] = [runOf(tasks.map(([l]) => l)), runOf(tasks.map(([, r]) => r))];
        const [there, back] = [one.diff(two), two.diff(one)];

        expect([there.improved, there.regressed]).toEqual([back.regressed, back.improved]);
        expect(there.flips).toEqual({ toPass: back.flips.toFail, toFail: back.flips.toPass });
        const { verdict } = back;
        expect(there.verdict).toBe(
          verdict === "improved" || verdict === "regressed" ? turned[verdict] : verdict,
        );
      }),
    );
  });
});

describe("diff refuses", () => {
  const result = run({ t1: "p" });

  it("a result file that was opened for reading, with the way to have it all", () => {
    const { header, specVersion } = result;
    const opened = { header, specVersion, tasks: () => [], attempts: () => [] };

    expect(() => result.diff(opened as unknown as RolloutResult)).toThrow(
      "got an object. Read the file with loadResult, which takes all of it into memory.",
    );
  });

  it.each([
    [{ allow: ["scorer"] }, 'allow must be a list of "tasks" and "agent", got '],
    [{ allow: "tasks" }, 'allow must be a list of "tasks" and "agent", got "tasks".'],
    [{ minEffect: -0.1 }, "minEffect must be a number from 0 to 1, got -0.1."],
    [{ minEffect: Number.NaN }, "minEffect must be a number from 0 to 1, got NaN."],
    [{ minCoverage: 50 }, "minCoverage must be a number from 0 to 1, got 50."],
    [{ minCoverage: "0.5" }, 'minCoverage must be a number from 0 to 1, got "0.5".'],
    [{ mineffect: 0 }, 'diff has an unknown key "mineffect"'],
  ])("the options %j", (options, message) => {
    expect(() => result.diff(result, options as unknown as DiffOptions)).toThrow(message);
  });

  it.each([["old.rollouts.jsonl"], [null], [undefined], [{ header: null, taskResults: [] }]])(
    "%j, which is no result",
    (baseline) => {
      expect(() => result.diff(baseline as unknown as RolloutResult)).toThrow(
        "baseline must be a RolloutResult (await what runRollouts or loadResult gives), got ",
      );
    },
  );
});
