import { describe, expect, it, vi } from "vitest";
import type { CompletedRun } from "./agent-run.ts";
import { functionScorer } from "./function-scorer.ts";
import { unscored, type Verdict } from "./score.ts";
import type { ScoreContext, ScoreFunction } from "./scorer.ts";

const run: CompletedRun<string> = {
  status: "completed",
  output: "4",
  text: "4",
  messages: [],
  toolExecutions: [],
  served: [],
};
const context: ScoreContext = {
  task: { id: "t1", input: "2+2?", metadata: {} },
  attemptIndex: 0,
  signal: new AbortController().signal,
  gate: (model) => model,
};
const answering = (verdict: unknown, passThreshold?: number) =>
  functionScorer(() => verdict as Verdict, { passThreshold }).score(run, undefined, context);

describe("functionScorer: verdicts", () => {
  it("calls the function with run, expected and context", async () => {
    const fn = vi.fn(() => true);
    await functionScorer<string, number>(fn).score(run, 4, context);

    expect(fn.mock.calls).toEqual([[run, 4, context]]);
  });

  it("C1: a boolean stands, whatever the threshold", () => {
    expect(answering(true, 1)).toBe(true);
    expect(answering(false, 0)).toBe(false);
  });

  it.each([
    [0.5, undefined, true],
    [0.49, undefined, false],
    [1, undefined, true],
    [0, 0, true],
    [0.79, 0.8, false],
    [0.8, 0.8, true],
    [1, 1, true],
  ])("C2: %d with the threshold %j passes: %j", (value, passThreshold, passed) => {
    expect(answering(value, passThreshold)).toEqual({ value, passed });
  });

  it.each([2, 7, -0.1, Number.NaN])("C2: %d is left for the run to refuse", (value) => {
    expect(answering(value, 0.8)).toBe(value);
  });

  it("C3: a score is given back as it is", () => {
    const score = { value: 0.2, passed: true };

    expect(answering(score, 0.8)).toBe(score);
  });

  it("C4: null and unscored mean that it cannot tell", () => {
    expect(answering(null)).toBeNull();
    expect(answering(unscored("no reference"))).toEqual(unscored("no reference"));
  });

  it("C5: waits for async functions, and for anything that can be awaited", async () => {
    expect(await answering(Promise.resolve(0.7), 0.8)).toEqual({ value: 0.7, passed: false });
    expect(await answering(Promise.resolve(true))).toBe(true);
    // biome-ignore lint/suspicious/noThenProperty: a foreign promise
    const foreign = { then: (done: (verdict: number) => void) => void done(0.9) };
    expect(await answering(foreign, 0.8)).toEqual({ value: 0.9, passed: true });
  });

  it("E12: throws through, at once or later", async () => {
    const thrown = new RangeError("scorer bug");
    const broken = functionScorer((): boolean => {
      throw thrown;
    });

    expect(() => broken.score(run, undefined, context)).toThrow(thrown);
    await expect(answering(Promise.reject(thrown))).rejects.toBe(thrown);
  });
});

describe("functionScorer: a run without an answer", () => {
  it.each([
    [{ refusal: "I cannot help" }, "refused: I cannot help"],
    [{ outputError: "value: expected number" }, "value: expected number"],
    [{}, "the run has no output"],
  ])("has failed with the reason, without a call: %j", (facts, reason) => {
    const fn = vi.fn(() => true);
    const { output: _, ...unanswered } = run;
    const verdict = functionScorer(fn).score({ ...unanswered, ...facts }, undefined, context);

    expect(verdict).toEqual({ value: 0, passed: false, reason });
    expect(fn).not.toHaveBeenCalled();
  });

  it("is not one with an empty refusal beside its answer", () => {
    const answered = { ...run, refusal: "" };

    expect(functionScorer(() => true).score(answered, undefined, context)).toBe(true);
  });

  it.each([0, "", false, null])("is not one whose output is %j", (output) => {
    expect(functionScorer(() => true).score({ ...run, output }, undefined, context)).toBe(true);
  });
});

describe("functionScorer: digest", () => {
  const exact = (answer: { output: unknown }, expected: unknown) => answer.output === expected;

  it("C7: is the same for the same source and threshold, and changes with either", () => {
    const digest = functionScorer(exact).digest();

    expect(digest).toMatch(/^[0-9a-f]{64}$/);
    expect(functionScorer(exact, { passThreshold: 0.5, name: "other" }).digest()).toBe(digest);
    expect(functionScorer(exact, { passThreshold: 0.6 }).digest()).not.toBe(digest);
    expect(functionScorer(() => true).digest()).not.toBe(digest);
  });

  it("C8: tells two functions on one line apart", () => {
    const [low, high] = [(): boolean => 1 > 0.1, (): boolean => 1 > 0.9].map((fn) => fn);

    expect(functionScorer(low ?? exact).digest()).not.toBe(functionScorer(high ?? exact).digest());
  });

  it("C9: a version stands for the source, whatever a bundler does to that", () => {
    const pinned = functionScorer(exact, { version: "2" }).digest();

    expect(functionScorer(() => true, { version: "2" }).digest()).toBe(pinned);
    expect(functionScorer(exact, { version: "3" }).digest()).not.toBe(pinned);
    expect(functionScorer(exact, { version: "2", passThreshold: 0.6 }).digest()).not.toBe(pinned);
    expect(functionScorer(exact).digest()).not.toBe(pinned);
  });

  it.each([
    ["bound", exact.bind(null)],
    ["built-in", Math.max],
    ["wrapped in a proxy", new Proxy(exact, {})],
  ])("C7: a %s function has none without a version", (_, fn) => {
    const scorer = functionScorer(fn as unknown as ScoreFunction<string, unknown>);

    expect(() => scorer.digest()).toThrow(
      expect.objectContaining({
        code: "not_fingerprintable",
        message: expect.stringMatching(/cannot be read.*Give the scorer a version\.$/),
      }),
    );
    const pinned = functionScorer(fn as unknown as ScoreFunction, { version: "1" });
    expect(pinned.digest()).toMatch(/^[0-9a-f]{64}$/);
  });
});

describe("functionScorer: options", () => {
  it("is called by its option, by the function's own name, or score", () => {
    const named = () => true;

    expect(functionScorer(named, { name: "exact" }).name).toBe("exact");
    expect(functionScorer(named).name).toBe("named");
    expect(functionScorer(() => true).name).toBe("score");
  });

  it.each([
    [{ passThreshold: 1.5 }, "passThreshold must be from 0 to 1, got 1.5"],
    [{ passThreshold: -0.1 }, "passThreshold must be from 0 to 1, got -0.1"],
    [{ passThreshold: Number.NaN }, "passThreshold must be from 0 to 1, got NaN"],
    [{ passThreshold: "0.5" }, 'passThreshold must be from 0 to 1, got "0.5"'],
    [{ name: 5 }, "name must be a string, got 5"],
    [{ version: 2 }, "version must be a string, got 2"],
    [{ treshold: 0.5 }, 'code scorer has an unknown key "treshold"'],
    [null, "code scorer must be given an object, got null"],
  ])("refuses %j", (options, message) => {
    expect(() => functionScorer(() => true, options as object)).toThrow(message);
  });

  it.each([[undefined], ["exact"], [{ score: () => true }], [class Exact {}]])(
    "refuses %o in place of a function",
    (fn) => {
      expect(() => functionScorer(fn as unknown as ScoreFunction)).toThrow(
        /^code scorer: fn must be a function \(run, expected\) => verdict, got /,
      );
    },
  );
});
