import { describe, expect, it } from "vitest";
import { throwingGetter } from "./__fixtures__/hostile.ts";
import { readVerdict } from "./read-verdict.ts";
import { unscored } from "./score.ts";

describe("readVerdict: verdicts", () => {
  it.each([
    [true, { value: 1, passed: true }],
    [false, { value: 0, passed: false }],
    [0.5, { value: 0.5, passed: true }],
    [0.49, { value: 0.49, passed: false }],
    [1, { value: 1, passed: true }],
    [null, { unscored: true, reason: "the scorer cannot tell" }],
    [unscored("no reference"), { unscored: true, reason: "no reference" }],
    [
      unscored("a tie", { votes: [1, 2] }),
      { unscored: true, reason: "a tie", detail: { votes: [1, 2] } },
    ],
    [
      { value: 0.2, passed: true, reason: "r" },
      { value: 0.2, passed: true, reason: "r" },
    ],
    [
      { value: 1, passed: false, reason: null },
      { value: 1, passed: false },
    ],
    [
      { value: 1, passed: true, reason: undefined, detail: undefined },
      { value: 1, passed: true },
    ],
  ])("Q9, C4, B10: %j reads as %j", (verdict, read) => {
    expect(readVerdict(verdict, "s")).toStrictEqual(read);
  });

  it("B10: -0 is 0, and a fail", () => {
    expect(readVerdict(-0, "s")).toStrictEqual({ value: 0, passed: false });
    expect(readVerdict({ value: -0, passed: true }, "s")).toStrictEqual({ value: 0, passed: true });
  });

  it("reads a score of any class, and leaves out what else it holds", () => {
    class Judged {
      value = 1;
      passed = true;
      tokens = 5;
      get reason() {
        return "because";
      }
    }

    expect(readVerdict(new Judged(), "s")).toStrictEqual({
      value: 1,
      passed: true,
      reason: "because",
    });
  });

  it("brings a reason that is no text into words", () => {
    expect(readVerdict({ value: 1, passed: true, reason: ["a", "b"] }, "s")).toMatchObject({
      reason: "an array of 2",
    });
  });
});

describe("readVerdict: what is no verdict", () => {
  it.each([
    [undefined, "got undefined"],
    ["0.7", 'got "0.7"'],
    ["yes", 'got "yes"'],
    [1n, "got 1n"],
    [{}, "got an object"],
    [[], "got an array of 0"],
    [{ value: 1 }, "got an object"],
    [{ value: 1, passed: "yes" }, "got an object"],
    [{ value: "1", passed: true }, "got an object"],
    [{ value: null, passed: true }, "got an object"],
    [{ unscored: true }, "got an object"],
    [{ unscored: "yes", reason: "x" }, "got an object"],
    [Promise.resolve(true), "got a Promise"],
  ])("B10, E13: %o is refused", (verdict, got) => {
    expect(() => readVerdict(verdict, "exact")).toThrow(
      expect.objectContaining({
        code: "scorer_failed",
        scorer: "exact",
        message: expect.stringContaining(`A scorer must answer true, false, a number from 0 to 1`),
      }),
    );
    expect(() => readVerdict(verdict, "exact")).toThrow(got);
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, 1.2, 7, -1e-12])(
    "Q9, B10: the value %d is out of range, alone and in a score",
    (value) => {
      const message = `The value of a score must be in 0..1, got ${value}.`;

      expect(() => readVerdict(value, "s")).toThrow(message);
      expect(() => readVerdict({ value, passed: true }, "s")).toThrow(message);
    },
  );
});

describe("readVerdict: detail", () => {
  it("is a copy that later changes do not reach", () => {
    const detail = { parts: [1, { a: 2 }] };
    const read = readVerdict({ value: 1, passed: true, detail }, "s");
    detail.parts.push(3);

    expect(read).toStrictEqual({ value: 1, passed: true, detail: { parts: [1, { a: 2 }] } });
  });

  it.each([
    ["a number that is none", () => Number.NaN],
    ["a date", () => ({ at: new Date(0) })],
    ["a bigint", () => ({ n: 1n })],
    ["what cannot be read", () => throwingGetter("x")],
    ["a hole", () => [undefined]],
  ])("that JSON cannot carry is left out, and the verdict counts: %s", (_, detail) => {
    expect(readVerdict({ value: 1, passed: true, detail: detail() }, "s")).toStrictEqual({
      value: 1,
      passed: true,
      detail: expect.stringMatching(/^left out: \$/),
    });
    const silent = { unscored: true, reason: "a tie", detail: detail() };
    expect(readVerdict(silent, "s")).toStrictEqual({
      unscored: true,
      reason: "a tie",
      detail: expect.stringMatching(/^left out: \$/),
    });
  });
});
