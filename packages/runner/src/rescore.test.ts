import {
  defineEnvironment,
  envFingerprint,
  functionAgent,
  InvalidArgumentError,
  type ScoreFunction,
  UnsupportedSpecVersionError,
  unscored,
} from "@rollouts/core";
import { scriptedModel } from "@rollouts/testing";
import { describe, expect, it, vi } from "vitest";
import { rescore, runRollouts } from "./index.ts";
import { attemptsOf, snapshotOf } from "./run.test-helper.ts";

const run = vi.fn((_: unknown, { attemptIndex }: { attemptIndex: number }) => {
  if (attemptIndex === 3) throw new Error("no answer");
  return String(attemptIndex);
});

function environment(scorer: ScoreFunction<string, string>) {
  return defineEnvironment({
    name: "again",
    tasks: [{ id: "a", input: "q", expected: "1" }],
    agent: functionAgent({ run }),
    scorer,
    metrics: { half: () => 0.5 },
  });
}

const broken: ScoreFunction<string, string> = (answer) => {
  if (answer.output === "0") throw new TypeError("bug");
  return false;
};
const repaired: ScoreFunction<string, string> = (answer, expected) => answer.output === expected;

describe("rescore", () => {
  it("B9 gives every completed attempt a new verdict, without calling the agent", async () => {
    const result = await runRollouts(environment(broken), { k: 4, concurrency: 1 });
    const before = snapshotOf(result);
    run.mockClear();

    const again = await rescore(result, repaired);

    expect(run).not.toHaveBeenCalled();
    expect(attemptsOf(again).map(({ score }) => score?.passed ?? null)).toEqual([
      false,
      true,
      false,
      null,
    ]);
    expect(attemptsOf(again)[0]).toMatchObject({ error: null, errorType: null, unscored: null });
    expect(attemptsOf(again)[3]).toEqual(attemptsOf(result)[3]);
    expect(again.summary()).toMatchObject({ passRate: 1 / 3, metrics: { half: { mean: 0.5 } } });
    expect(snapshotOf(result)).toBe(before);
  });

  it("has the fingerprint of an environment with the new scorer", async () => {
    const result = await runRollouts(environment(broken), { k: 1 });

    const again = await rescore(result, repaired);

    expect(again.envFingerprint).toBe(await envFingerprint(environment(repaired)));
    expect(again.envFingerprint).not.toBe(result.envFingerprint);
    expect(again.policyFingerprint).toBe(result.policyFingerprint);
  });

  it("has no fingerprint when the new scorer has none, and says why", async () => {
    const result = await runRollouts(environment(broken), { k: 1 });

    const again = await rescore(result, repaired.bind(null));

    expect(again.envFingerprint).toBeNull();
    expect(again.warnings).toEqual([expect.stringContaining("cannot be read")]);
  });

  it("leaves unscored what the new scorer cannot tell, or breaks on", async () => {
    const result = await runRollouts(environment(repaired), { k: 2, concurrency: 1 });

    const again = await rescore(result, (answer) => {
      if (answer.output === "0") throw new RangeError("bug");
      return unscored("no reference");
    });

    expect(attemptsOf(again)).toMatchObject([
      { score: null, unscored: { cause: "scorer-error" }, error: "scorer: RangeError: bug" },
      { score: null, unscored: { cause: "cannot-tell", reason: "no reference" }, error: null },
    ]);
    expect(again.summary().passRate).toBeNull();
  });

  it("books what a judge consumes, in place of what the last one did", async () => {
    const judge = scriptedModel(() => ({ text: "yes", usage: { inputTokens: 7 } }));
    const asking = environment(async (_, __, { gate, signal }) => {
      await gate(judge).generate({ messages: [], signal });
      return true;
    });
    const result = await runRollouts(asking, { k: 1 });

    const again = await rescore(result, () => true);

    expect(attemptsOf(result)[0]?.scorerUsage).toEqual({ inputTokens: 7 });
    expect(attemptsOf(again)[0]).not.toHaveProperty("scorerUsage");
  });

  it("gives up on a scorer that never answers", async () => {
    const result = await runRollouts(environment(repaired), { k: 1 });
    vi.useFakeTimers();
    try {
      const rescoring = rescore(result, () => new Promise<boolean>(() => {}));
      await vi.advanceTimersByTimeAsync(121_000);

      expect(attemptsOf(await rescoring)[0]?.unscored?.cause).toBe("timeout");
    } finally {
      vi.useRealTimers();
    }
  });

  it("refuses what is no scorer", async () => {
    const result = await runRollouts(environment(repaired), { k: 1 });

    await expect(rescore(result, 5 as never)).rejects.toThrow(InvalidArgumentError);
  });

  it.each([
    ["nothing", null, "null."],
    ["an empty object", {}, "an object."],
    ["a promise", Promise.resolve(), "a Promise."],
    [
      "a result file that was opened for reading",
      { specVersion: "v1", header: {}, tasks: () => [], attempts: () => [] },
      "an object. Read the file with loadResult, which takes all of it into memory.",
    ],
  ])("refuses %s in place of a result", async (_, found, end) => {
    await expect(rescore(found as never, repaired)).rejects.toThrow(
      expect.objectContaining({
        code: "invalid_argument",
        message: `result must be a RolloutResult (await what runRollouts or loadResult gives), got ${end}`,
      }),
    );
  });

  it("refuses a result of another contract", async () => {
    const result = await runRollouts(environment(repaired), { k: 1 });
    const newer = Object.create(result, { specVersion: { value: "v2" } });

    await expect(rescore(newer, repaired)).rejects.toThrow(UnsupportedSpecVersionError);
  });
});
