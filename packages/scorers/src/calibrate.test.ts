import { type CompletedRun, type ScorerInput, unscored } from "@rollouts/core";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type CalibrationTrace, calibrate } from "./index.ts";
import { toRun } from "./offline/to-run.ts";

/** One trace a letter of `golds`; the output is what the scorer says: `p`, `f`, `u` or `e`. */
function tracesOf(golds: string, verdicts: string): CalibrationTrace<string, number>[] {
  return Array.from(golds, (gold, index) => ({
    output: verdicts[index] as string,
    expected: index,
    gold: gold === "T",
  }));
}

const obeying: ScorerInput<string, number> = (run) => {
  if (run.output === "u") return unscored("no idea");
  if (run.output === "e") throw new RangeError("no database");
  return { value: 0.5, passed: run.output === "p", reason: `said ${run.output}` };
};

const contains = (run: { output: unknown }, expected: unknown) =>
  String(run.output).includes(String(expected));

describe("calibrate", () => {
  it("N7: counts agreement, false positives and false negatives", async () => {
    const report = await calibrate(obeying, tracesOf("TTTFFF", "ppfppf"));

    expect(report).toMatchObject({
      scorer: "obeying",
      traceCount: 6,
      scoredCount: 6,
      errorCount: 0,
      unscoredCount: 0,
      agreement: 3 / 6,
      falsePositiveRate: 2 / 3,
      falseNegativeRate: 1 / 3,
      kappa: 0,
      unscored: [],
      errors: [],
      warnings: [],
    });
    expect(report.disagreements).toEqual([
      { index: 2, expected: 2, gold: true, scorerPassed: false, scorerReason: "said f" },
      { index: 3, expected: 3, gold: false, scorerPassed: true, scorerReason: "said p" },
      { index: 4, expected: 4, gold: false, scorerPassed: true, scorerReason: "said p" },
    ]);
  });

  it("N10: a substring check against eight labels", async () => {
    const labels: [string, boolean][] = [
      ["42", true],
      ["The answer is 42.", true],
      ["42", true],
      ["It is not 42.", false],
      ["42000", false],
      ["forty-two", true],
      ["I do not know.", false],
      ["7", false],
    ];
    const traces = labels.map(([output, gold]) => ({ output, expected: 42, gold }));
    const report = await calibrate(contains, traces);

    expect(report).toMatchObject({
      agreement: 0.625,
      falsePositiveRate: 0.5,
      falseNegativeRate: 0.25,
      kappa: 0.25,
    });
    expect(report.disagreements.map(({ index }) => index)).toEqual([3, 4, 5]);
  });

  it("N7: gives Wilson intervals", async () => {
    const golds = "TTTTTTTTTTFFFF";
    const report = await calibrate(obeying, tracesOf(golds, "ppppppppffpfff"));

    expect(report.falseNegativeRate).toBe(0.2);
    expect(report.falsePositiveRate).toBe(0.25);
    expect(report.intervals).toEqual({
      agreement: {
        low: expect.closeTo(0.524107694133997, 12),
        high: expect.closeTo(0.9242861328730683, 12),
      },
      falsePositiveRate: {
        low: expect.closeTo(1 - 0.9544127391902995, 12),
        high: expect.closeTo(1 - 0.30064184258240184, 12),
      },
      falseNegativeRate: {
        low: expect.closeTo(1 - 0.9433178485456248, 12),
        high: expect.closeTo(1 - 0.4901624715366418, 12),
      },
    });
  });

  it("N7: keeps errors and what cannot be told out of every denominator, and counts them", async () => {
    const report = await calibrate(obeying, tracesOf("TTFFTF", "peufpe"));

    expect(report).toMatchObject({
      traceCount: 6,
      scoredCount: 3,
      unscoredCount: 1,
      errorCount: 2,
      agreement: 1,
      falsePositiveRate: 0,
      falseNegativeRate: 0,
      kappa: 1,
      unscored: [{ index: 2, reason: "no idea" }],
      errors: [
        { index: 1, reason: "no database" },
        { index: 5, reason: "no database" },
      ],
    });
  });

  it("takes what is no verdict for an error", async () => {
    const report = await calibrate(() => "yes" as never, tracesOf("T", "p"));

    expect(report.errors[0]?.reason).toContain("A scorer must answer true, false");
  });

  it.each([
    ["", "", { agreement: null, falsePositiveRate: null, falseNegativeRate: null, kappa: null }],
    [
      "TT",
      "ee",
      { agreement: null, falsePositiveRate: null, falseNegativeRate: null, kappa: null },
    ],
    ["TT", "pp", { agreement: 1, falsePositiveRate: null, falseNegativeRate: 0, kappa: null }],
    ["FF", "pf", { agreement: 0.5, falsePositiveRate: 0.5, falseNegativeRate: null, kappa: 0 }],
  ])("leaves undefined what is: %j judged %j", async (golds, verdicts, rates) => {
    const report = await calibrate(obeying, tracesOf(golds, verdicts));

    expect(report).toMatchObject(rates);
    if (rates.falsePositiveRate === null) expect(report.intervals.falsePositiveRate).toBeNull();
  });

  it("has the kappa of the textbook", async () => {
    // 20 both pass, 15 both fail, 5 and 10 differ: (0.7 - 0.5) / (1 - 0.5).
    const golds = "T".repeat(25) + "F".repeat(25);
    const verdicts = "p".repeat(20) + "f".repeat(5) + "p".repeat(10) + "f".repeat(15);

    expect((await calibrate(obeying, tracesOf(golds, verdicts))).kappa).toBeCloseTo(0.4, 12);
  });

  it("has a kappa that is 1 for full agreement, and the same with the sides exchanged", async () => {
    const bits = fc.array(fc.tuple(fc.boolean(), fc.boolean()), { minLength: 1, maxLength: 40 });
    const property = fc.asyncProperty(bits, async (pairs) => {
      const [golds, verdicts] = [0, 1].map((side) => pairs.map((pair) => pair[side as 0 | 1]));
      const say = (flags: unknown[], yes: string, no: string) =>
        flags.map((flag) => (flag ? yes : no)).join("");
      const kappa = async (left: unknown[], right: unknown[]) =>
        (await calibrate(obeying, tracesOf(say(left, "T", "F"), say(right, "p", "f")))).kappa;
      const [one, other] = [golds as unknown[], verdicts as unknown[]];

      expect(await kappa(one, other)).toBe(await kappa(other, one));
      const isMixed = new Set(one).size === 2;
      expect(await kappa(one, one)).toBe(isMixed ? 1 : null);
    });

    await fc.assert(property, { numRuns: 50 });
  });

  it("shows the scorer the run, what is expected and what was asked", async () => {
    const run: CompletedRun<string> = { ...toRun({ input: "q", output: "a" }), served: [] };
    const seen: unknown[] = [];
    await calibrate(
      (...question) => {
        seen.push(question);
        return true;
      },
      [
        { run: run as CompletedRun<unknown>, expected: 1, gold: true },
        { output: { n: 1 }, expected: undefined, gold: true, input: "How many?" },
      ],
    );

    expect(seen).toMatchObject([
      [run, 1, { task: { id: "trace-0", input: "", expected: 1 }, attemptIndex: 0 }],
      [
        {
          status: "completed",
          output: { n: 1 },
          text: '{"n":1}',
          messages: [
            { role: "user", content: "How many?" },
            { role: "assistant", content: '{"n":1}' },
          ],
        },
        undefined,
        { task: { id: "trace-1", input: "How many?" } },
      ],
    ]);
  });

  it("N7: takes triples, and runs of which only the answer is known", async () => {
    const seen: unknown[] = [];
    const report = await calibrate(
      (run, expected) => {
        seen.push([run.output, run.text, run.toolExecutions, run.status]);
        return run.output.includes(String(expected));
      },
      [
        [toRun<string>({ input: "q", output: "It is 42." }), 42, true],
        [{ output: "42" }, 42, true],
        [{ text: "43" }, 42, true],
        { run: { output: "42", text: null }, expected: 42, gold: false },
      ],
    );

    expect(report).toMatchObject({ agreement: 0.5, falsePositiveRate: 1, errorCount: 0 });
    expect(report.disagreements.map(({ index }) => index)).toEqual([2, 3]);
    expect(seen).toEqual([
      ["It is 42.", "It is 42.", [], "completed"],
      ["42", "42", [], "completed"],
      ["43", "43", [], "completed"],
      ["42", null, [], "completed"],
    ]);
  });

  it("a run that refuses has no output, whatever its text says", async () => {
    const report = await calibrate(() => true, [[{ text: "No.", refusal: "No." }, 42, false]]);

    expect(report.agreement).toBe(1);
  });

  it("lets a scorer change nothing", async () => {
    const run = toRun({ input: "q", output: { list: [2, 1] } });
    const expected = { list: [2, 1] };
    const sorting: ScorerInput<{ list: number[] }, { list: number[] }> = (found, wanted) => {
      wanted.list.sort();
      return found.output.list[0] === wanted.list[0];
    };
    const report = await calibrate(sorting, [{ run, expected, gold: true }]);

    expect(report.errors[0]?.reason).toContain("read only property");
    expect([run.output, expected]).toEqual([{ list: [2, 1] }, { list: [2, 1] }]);
  });

  it("hands on an output that has no copy as it is", async () => {
    class Money {
      cents = 0;
      isPaid = () => this.cents === 0;
    }
    const report = await calibrate(
      (run) => run.output.isPaid(),
      [{ output: new Money(), expected: undefined, gold: true }],
    );

    expect(report.agreement).toBe(1);
  });

  it("N7: scores one trace after another, unless told otherwise", async () => {
    for (const [concurrency, most] of [
      [undefined, 1],
      [3, 3],
      [99, 5],
    ]) {
      let [inFlight, highest] = [0, 0];
      const slow: ScorerInput<string, number> = async () => {
        inFlight += 1;
        highest = Math.max(highest, inFlight);
        await Promise.resolve();
        inFlight -= 1;
        return true;
      };
      const report = await calibrate(slow, tracesOf("TTTTT", "ppppp"), { concurrency });

      expect([highest, report.agreement]).toEqual([most, 1]);
    }
  });

  it("stops when it is aborted", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    let count = 0;
    const scorer: ScorerInput<string, number> = (_run, _expected, { signal }) => {
      count += 1;
      if (count === 2) controller.abort(reason);
      signal.throwIfAborted();
      return true;
    };
    const report = calibrate(scorer, tracesOf("TTTT", "pppp"), { signal: controller.signal });

    await expect(report).rejects.toBe(reason);
    expect(count).toBe(2);
  });

  it("stops at once, also when the scorer ignores the signal", async () => {
    const controller = new AbortController();
    const reason = new Error("enough");
    const deaf = () => {
      queueMicrotask(() => controller.abort(reason));
      return new Promise<boolean>(() => undefined);
    };

    await expect(calibrate(deaf, tracesOf("T", "p"), { signal: controller.signal })).rejects.toBe(
      reason,
    );
  });

  it.each([
    [[["run", 5]], "traces[0] must be three: [run, expected, gold], got an array of 2."],
    [
      [["run", 5, true]],
      'traces[0].run must be a run, at least { output } or { text }, got "run".',
    ],
    [
      [[{ output: "x" }, 5, "False"]],
      'traces[0].gold must be true or false, what people say, got "False"',
    ],
    [[{ output: "x", gold: true }], "traces[0] has no expected: a trace is [run, expected, gold]"],
    [[{ run: {}, expected: 1, gold: true }], "at least { output } or { text }, got an object."],
    [
      [{ run: { output: "x" }, output: "x", expected: 1, gold: true }],
      "traces[0] has a run and an output; give one of them",
    ],
    [
      [{ run: { output: 1, messages: 5 }, expected: 1, gold: true }],
      "run.messages must be a list, got 5",
    ],
    [
      [{ run: { text: 5 }, expected: 1, gold: true }],
      "traces[0].run.text must be a string, got 5.",
    ],
    [
      [{ output: "x", expected: 1, gold: true, input: 5 }],
      "traces[0].input must be a string or a list",
    ],
    [[{ output: "x", expected: 1, gold: "False" }], "traces[0].gold must be true or false"],
    [[{ output: "x", expected: 1, gold: 1 }], "what people say, got 1."],
    [[{ output: "x", expected: 1 }], "got undefined."],
    [[{ expected: 1, gold: true }], "or { output, expected, gold }, got an object."],
    [
      [{ run: { status: "truncated" }, expected: 1, gold: true }],
      'traces[0].run must be a run of status completed, as no other is scored, got "truncated".',
    ],
    [[{ output: "x", expected: 1, gold: true, passed: true }], 'has an unknown key "passed"'],
    [new Array(1), "or { output, expected, gold }, got undefined."],
    ["traces", "traces must be a list of [run, expected, gold], "],
  ])("N7: refuses %j", async (traces, message) => {
    await expect(calibrate(obeying, traces as never)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    });
  });

  it("refuses what is no scorer, and options that it does not have", async () => {
    const traces = tracesOf("T", "p");

    await expect(calibrate(5 as never, traces)).rejects.toThrow("scorer must be a function");
    await expect(calibrate(obeying, traces, { concurrency: 0 })).rejects.toThrow(
      "calibrate: concurrency must be a whole number from 1 on, got 0.",
    );
    await expect(calibrate(obeying, traces, { k: 1 } as never)).rejects.toThrow("unknown key");
    for (const signal of [null, {}, true, "x", new AbortController()]) {
      await expect(calibrate(obeying, traces, { signal } as never)).rejects.toThrow(
        "calibrate: signal must be an AbortSignal",
      );
    }
  });
});
