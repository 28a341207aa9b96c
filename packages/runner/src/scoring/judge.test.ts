import {
  type AttemptResult,
  defineEnvironment,
  type EnvironmentOptions,
  functionAgent,
  type Json,
  ScorerError,
  unscored,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it, vi } from "vitest";
import { runRollouts } from "../index.ts";
import { attemptsOf, deferred, never, settleAll, snapshotOf } from "../run.test-helper.ts";

type Changes = Partial<EnvironmentOptions<string, unknown>>;

function environmentOf(changes: Changes) {
  return defineEnvironment<string, unknown>({
    name: "judges",
    tasks: [{ input: "x", expected: 42 }],
    agent: functionAgent({ run: () => "x" }),
    scorer: () => true,
    ...changes,
  });
}

async function runOne(changes: Changes): Promise<AttemptResult<string>> {
  const result = await runRollouts(environmentOf(changes), { k: 1, graceMs: 10 });
  return attemptsOf(result)[0] as AttemptResult<string>;
}

const answer = "A scorer must answer true, false, a number from 0 to 1";
/** What a scorer answers, then the value and the verdict; or part of the error. */
const verdicts: [string, unknown, [number, boolean] | string][] = [
  ["true", true, [1, true]],
  ["false", false, [0, false]],
  ["-0", -0, [0, false]],
  ["0.49", 0.49, [0.49, false]],
  ["0.5", 0.5, [0.5, true]],
  ["a score", { value: 0.2, passed: true }, [0.2, true]],
  ["undefined", undefined, answer],
  ["NaN", Number.NaN, "The value of a score must be in 0..1, got NaN"],
  ["a text", "0.7", answer],
  ["Infinity", Number.POSITIVE_INFINITY, "The value of a score must be in 0..1, got Infinity"],
  ["1.2", 1.2, "The value of a score must be in 0..1, got 1.2"],
  ["half a score", { value: 1 }, answer],
  ["a score with a bad value", { value: "1", passed: true }, answer],
];

describe("B10 E13 a verdict is read the same way of a scorer and of a metric", () => {
  it.each(verdicts)("%s", async (_, verdict, wanted) => {
    for (const say of [() => verdict, async () => verdict]) {
      const attempt = await runOne({ scorer: say as never, metrics: { same: say as never } });

      const isScored = typeof wanted !== "string";
      const score = isScored ? { value: wanted[0], passed: wanted[1] } : null;
      expect(attempt.stopReason).toBe("completed");
      expect(attempt.score).toEqual(score);
      expect(Object.is(attempt.score?.value, -0)).toBe(false);
      expect(attempt.metrics.same?.score).toEqual(score);
      if (isScored) {
        expect(attempt).toMatchObject({ error: null, unscored: null });
      } else {
        const reason = expect.stringContaining(`ScorerError: ${wanted}`);
        expect(attempt).toMatchObject({
          error: expect.stringContaining(`scorer: ScorerError: ${wanted}`),
          errorType: "ScorerError",
          unscored: { cause: "scorer-error", reason },
          metrics: { same: { unscored: { cause: "scorer-error", reason } } },
        });
      }
    }
  });

  it.each([
    ["null", null, "the scorer cannot tell"],
    ["unscored()", unscored("no evidence"), "no evidence"],
  ])("C4 %s means that it cannot tell", async (_, verdict, reason) => {
    expect(await runOne({ scorer: () => verdict, metrics: { same: () => verdict } })).toMatchObject(
      {
        stopReason: "completed",
        score: null,
        error: null,
        unscored: { cause: "cannot-tell", reason },
        metrics: { same: { score: null, unscored: { cause: "cannot-tell", reason } } },
      },
    );
  });
});

describe("E12 a scorer that fails leaves the attempt completed and unscored", () => {
  it.each([
    ["an error", new TypeError("scorer bug"), "TypeError: scorer bug", "TypeError"],
    ["a text", "scorer bug", "scorer bug", null],
    ["nothing", undefined, "unknown error", null],
  ])("with %s", async (_, thrown, reason, errorType) => {
    const failures = [
      () => {
        throw thrown;
      },
      () => Promise.reject(thrown),
    ];
    for (const fail of failures) {
      expect(await runOne({ scorer: fail })).toMatchObject({
        stopReason: "completed",
        score: null,
        unscored: { cause: "scorer-error", reason },
        error: `scorer: ${reason}`,
        errorType,
        run: { text: "x" },
        tries: [{ error: null, errorType: null }],
      });
    }
  });

  it("keeps what the scorer hands over as evidence, of a metric too", async () => {
    const detail: Json = { prompt: "Is it right?", answers: ["hm"] };
    const broken = () => {
      throw new ScorerError({ scorer: "judge", message: "no verdict", detail });
    };
    const why = { cause: "scorer-error", reason: "ScorerError: no verdict", detail };
    const attempt = await runOne({ scorer: broken, metrics: { same: broken } });

    expect(attempt).toMatchObject({ error: "scorer: ScorerError: no verdict", unscored: why });
    expect(attempt.metrics.same?.unscored).toEqual(why);
    const silent = await runOne({ scorer: () => unscored("a tie", { votes: 2 }) });
    expect(silent.unscored).toEqual({
      cause: "cannot-tell",
      reason: "a tie",
      detail: { votes: 2 },
    });
    const odd = await runOne({ scorer: () => unscored("a tie", { at: new Date(0) } as never) });
    expect(odd.unscored?.detail).toMatch(/^left out: /);
  });

  it("B9 for one attempt, and no other", async () => {
    const env = environmentOf({
      scorer(_, __, { attemptIndex }) {
        if (attemptIndex === 0) throw new Error("once");
        return true;
      },
    });

    const result = await runRollouts(env, { k: 3 });

    expect(attemptsOf(result).map(({ score, run }) => [score?.passed, run?.text])).toEqual([
      [undefined, "x"],
      [true, "x"],
      [true, "x"],
    ]);
    expect(result.errors()).toEqual({ t1: ["scorer: Error: once"] });
  });
});

it("a metric that fails takes nothing from the verdict, nor from other metrics", async () => {
  const attempt = await runOne({
    metrics: Object.fromEntries([
      [
        "broken",
        () => {
          throw new Error("metric bug");
        },
      ],
      ["__proto__", () => 0.25],
    ]),
  });

  expect(attempt).toMatchObject({
    score: { value: 1, passed: true },
    error: null,
    errorType: null,
    unscored: null,
  });
  expect(Object.entries(attempt.metrics)).toEqual([
    ["broken", { score: null, unscored: { cause: "scorer-error", reason: "Error: metric bug" } }],
    ["__proto__", { score: { value: 0.25, passed: false }, unscored: null }],
  ]);
});

it("metrics run after the score, also when there is none, and not for what did not complete", async () => {
  const log: string[] = [];
  const env = environmentOf({
    agent: functionAgent({
      run(_, { attemptIndex }) {
        if (attemptIndex === 2) throw new Error("broken");
        return "x";
      },
    }),
    async scorer(_, __, { attemptIndex }) {
      await settleAll();
      log.push(`score ${attemptIndex}`);
      if (attemptIndex === 1) throw new Error("scorer bug");
      return true;
    },
    metrics: { length: (_, __, { attemptIndex }) => log.push(`metric ${attemptIndex}`) > 0 },
  });

  const result = await runRollouts(env, { k: 3, concurrency: 1 });

  expect(log).toEqual(["score 0", "metric 0", "score 1", "metric 1"]);
  expect(attemptsOf(result).map(({ metrics }) => Object.keys(metrics))).toEqual([
    ["length"],
    ["length"],
    [],
  ]);
  expect(result.summary().metrics.length).toMatchObject({ scoredCount: 2, mean: 1 });
});

describe("E11 scoring is inside the time limit", () => {
  it.each([
    ["never settles", () => never<boolean>()],
    [
      "settles when the time is over",
      (_: unknown, __: unknown, { signal }: { signal: AbortSignal }) =>
        new Promise<boolean>((resolve) => {
          signal.addEventListener("abort", () => resolve(true), { once: true });
        }),
    ],
  ])("a scorer that %s makes it a timeout, the run kept", async (_, scorer) => {
    expect(await runOne({ scorer, timeoutMs: 150 })).toMatchObject({
      stopReason: "timeout",
      error: "timeout: exceeded 0.15s",
      score: null,
      unscored: { cause: "timeout" },
      metrics: {},
      run: { status: "completed", text: "x" },
    });
  });

  it("a metric that never settles leaves the verdict, and says that it came too late", async () => {
    const late = { cause: "timeout", reason: "the attempt's time was over" };

    const attempt = await runOne({
      metrics: { quick: () => 1, stuck: () => never<number>(), after: () => 1 },
      timeoutMs: 150,
    });

    expect(attempt).toMatchObject({
      stopReason: "completed",
      error: null,
      score: { passed: true },
      metrics: {
        quick: { score: { value: 1 } },
        stuck: { score: null, unscored: late },
        after: { score: null, unscored: late },
      },
    });
  });

  it("a late verdict changes nothing that was handed out", async () => {
    const late = deferred<boolean>();
    const metric = vi.fn(() => true);
    const env = environmentOf({
      scorer: () => late.promise,
      metrics: { metric },
      timeoutMs: 150,
    });

    const result = await runRollouts(env, { k: 1, graceMs: 10 });
    const before = snapshotOf(result);
    late.resolve(true);
    await settleAll();

    expect(attemptsOf(result)[0]?.stopReason).toBe("timeout");
    expect(result.abandonedCount).toBe(1);
    expect(snapshotOf(result)).toBe(before);
    expect(metric).not.toHaveBeenCalled();
  });
});

it("books what a judge's model consumes as the scorer's, per attempt", async () => {
  const judgeModel = scriptedModel(() => ({
    text: "yes",
    usage: { inputTokens: 10, outputTokens: 1 },
  }));
  const env = environmentOf({
    async scorer(run, _, { gate, signal }) {
      const ask = () =>
        gate(judgeModel).generate({ messages: [{ role: "user", content: run.output }], signal });
      const [first] = [await ask(), await ask()];
      return first.message.content === "yes";
    },
  });

  const result = await runRollouts(env, { k: 2 });

  expect(attemptsOf(result).map(({ scorerUsage, run }) => [scorerUsage, run?.usage])).toEqual([
    [{ inputTokens: 20, outputTokens: 2 }, undefined],
    [{ inputTokens: 20, outputTokens: 2 }, undefined],
  ]);
  expect(result.summary()).toMatchObject({
    passRate: 1,
    usage: { scorer: { inputTokens: 40, outputTokens: 4 }, agent: null },
  });
});
