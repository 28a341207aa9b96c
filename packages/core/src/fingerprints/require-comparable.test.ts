import { describe, expect, it } from "vitest";
import { headerOf } from "../__fixtures__/results.ts";
import { MismatchError } from "../errors/mismatch-error.ts";
import type { ResultHeader } from "../result-source.ts";
import { requireComparable } from "./require-comparable.ts";

const [a, b] = ["a".repeat(64), "b".repeat(64)];
const parts = { tasks: a, scorer: a, agent: a };

function errorOf(current: Partial<ResultHeader>, baseline: Partial<ResultHeader>): MismatchError {
  try {
    requireComparable(headerOf(current), headerOf(baseline));
  } catch (thrown) {
    if (thrown instanceof MismatchError) return thrown;
    throw thrown;
  }
  throw new Error("they may be compared");
}

describe("requireComparable", () => {
  it("F11: lets equal environments be compared, whatever else differs", () => {
    const envFingerprint = `envfp1:${a}`;
    const current = headerOf({ envFingerprint, policyFingerprint: `polfp1:${a}`, k: 8, env: "x" });
    const baseline = headerOf({ envFingerprint, policyFingerprint: null, k: 4, env: "y" });

    expect(() => requireComparable(current, baseline)).not.toThrow();
  });

  it("F11, D1: refuses other environments, with the parts that differ and both fingerprints", () => {
    const error = errorOf(
      { envFingerprint: `envfp1:${a}`, envParts: { ...parts, scorer: b, extra: a } },
      { envFingerprint: `envfp1:${b}`, envParts: { ...parts, tasks: b, gone: a } },
    );

    expect(error).toMatchObject({
      code: "mismatch",
      parts: ["tasks", "scorer", "extra", "gone"],
      currentFingerprint: `envfp1:${a}`,
      baselineFingerprint: `envfp1:${b}`,
      message: `The results cannot be compared: their environments differ in "tasks, scorer, extra, gone" (envFingerprint: current "envfp1:${a}", baseline "envfp1:${b}"). Run both on the same environment.`,
    });
  });

  it.each([
    ["the current one", null, `envfp1:${a}`],
    ["the baseline", `envfp1:${a}`, null],
    ["both", null, null],
  ])("F11: null matches nothing, not even null: %s", (_, current, baseline) => {
    const error = errorOf(
      { envFingerprint: current, envParts: current === null ? {} : parts },
      { envFingerprint: baseline, envParts: baseline === null ? {} : parts },
    );

    expect(error).toMatchObject({
      parts: [],
      currentFingerprint: current,
      baselineFingerprint: baseline,
      message: expect.stringContaining("an environment that has no fingerprint matches nothing"),
    });
  });

  it("F11: a fingerprint that is absent matches nothing either", () => {
    const absent = { envFingerprint: undefined } as unknown as Partial<ResultHeader>;

    expect(errorOf(absent, absent).code).toBe("mismatch");
  });

  it.each([
    ["another version", `envfp2:${a}`],
    ["none", a],
  ])("F12: the version is part of the fingerprint, and %s never matches", (_, other) => {
    const error = errorOf(
      { envFingerprint: `envfp1:${a}`, envParts: parts },
      { envFingerprint: other, envParts: { ...parts, agent: b } },
    );

    expect(error.parts).toEqual([]);
    expect(error.message).toContain("were fingerprinted by different versions");
  });

  it("says only that they differ when no parts were kept", () => {
    const error = errorOf({ envFingerprint: `envfp1:${a}` }, { envFingerprint: `envfp1:${b}` });

    expect(error.parts).toEqual([]);
    expect(error.message).toContain("their environments differ (envFingerprint: ");
  });

  it("counts a part that only one has, also under the name of something inherited", () => {
    const error = errorOf(
      { envFingerprint: `envfp1:${a}`, envParts: { constructor: a } as Record<string, string> },
      { envFingerprint: `envfp1:${b}`, envParts: JSON.parse(`{"__proto__":"${a}"}`) },
    );

    expect(error.parts).toEqual(["constructor", "__proto__"]);
  });

  it("keeps hostile and giant texts out of the message", () => {
    const error = errorOf(
      { envFingerprint: `envfp1:\u001b${"x".repeat(100_000)}`, envParts: { "\u001b[2J": a } },
      { envFingerprint: `envfp1:${b}`, envParts: { ["y".repeat(100_000)]: a } },
    );

    expect(error.message.length).toBeLessThan(500);
    expect(error.message).not.toContain("\u001b");
  });
});
