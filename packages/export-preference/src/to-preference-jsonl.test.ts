import { learningZone, type Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
import { pairExport } from "./__fixtures__/pair-export.ts";
import {
  badRun,
  conversation,
  type ExampleAttempt,
  exampleResult,
  fail,
  failed,
  goodRun,
  pass,
} from "./__fixtures__/result.ts";
import { preferenceProfiles } from "./profiles/profiles.ts";
import { toPreferenceJsonl } from "./to-preference-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);
const { exportTask, pairsWritten } = pairExport(folder);
const names = Object.keys(preferenceProfiles) as (keyof typeof preferenceProfiles)[];

describe("B11 pairs of one task", () => {
  it.each(names)("a: equal texts with different scores are no pair (%s)", async (profile) => {
    const report = await exportTask([pass("Same"), fail("Same")], { profile });
    expect(report).toMatchObject({ written: 0, formed: 0, unpaired: 0, contradictory: 2 });
    expect(report.tasksWithoutPairs).toEqual({ identical: 1 });
    expect(await folder.names()).toEqual([]);
  });

  it.each(names)("b: another system prompt is refused, with the message (%s)", async (profile) => {
    const withSystem = (content: string, attempt: ExampleAttempt): ExampleAttempt => ({
      ...attempt,
      messages: [{ role: "system", content }, ...(attempt.messages ?? [])],
    });
    const attempts = [withSystem("Be brief.", pass("A")), withSystem("Be exact.", fail("B"))];
    const report = await exportTask(attempts, { profile });
    expect(report.noPairs).toEqual([
      {
        taskId: "t1",
        reason: "prefix-differs",
        attemptIndex: 0,
        rejectedAttemptIndex: 1,
        message: 0,
        fault: "prompt prefix differs at message 0",
      },
    ]);
    expect(report.tasksWithoutPairs).toEqual({ "prefix-differs": 1 });
  });

  it("c: matched takes the failing attempt of the nearest length, each once", async () => {
    const attempts = [
      fail("x".repeat(95)),
      pass("a".repeat(10)),
      fail("y".repeat(12)),
      pass("b".repeat(100)),
    ];
    const report = await exportTask(attempts, { method: "matched", maxPairsPerTask: 2 });
    expect(report).toMatchObject({ written: 2, paired: 4, unpaired: 0 });
    expect(await pairsWritten()).toEqual([
      [1, 2],
      [3, 0],
    ]);
  });

  it("d: without a failing attempt there is no pair", async () => {
    const report = await exportTask(["A", "B", "C", "D"].map((answer) => pass(answer)));
    expect(report).toMatchObject({ written: 0, path: null, unpaired: 4 });
    expect(report.tasksWithoutPairs).toEqual({ "all-pass": 1 });
  });

  it("e: runs with tools are no rows for axolotl", async () => {
    const report = await exportTask([goodRun, badRun], { profile: "axolotl" });
    expect(report).toMatchObject({ written: 0, skippedToolRuns: 1, unpaired: 1 });
    expect(report.tasksWithoutPairs).toEqual({ "all-fail": 1 });
  });
});

describe("which attempts are paired", () => {
  it("B14 none that was truncated, on either side, whatever its score", async () => {
    const cut = { stopReason: "truncated" } as const;
    const report = await exportTask([
      { ...pass("A"), ...cut },
      { ...fail("B"), ...cut },
      { ...pass("C"), ...cut, score: null },
      fail("D"),
    ]);
    expect(report).toMatchObject({ written: 0, skippedTruncated: 3, unpaired: 1 });
  });

  it("none that hit a limit, failed to end, has no score or says nothing", async () => {
    const report = await exportTask([
      { ...pass("A"), toolCallLimitHit: true },
      { ...fail("B"), toolCallLimitHit: true },
      { ...fail("C"), stopReason: "timeout", score: null },
      { ...fail("D"), stopReason: "error", score: null },
      { ...fail("E"), score: null },
      fail("  \n"),
      pass("F"),
    ]);
    expect(report).toMatchObject({
      considered: 7,
      skippedLimitHit: 2,
      skippedTimeout: 1,
      skippedError: 1,
      skippedUnscored: 1,
      skippedNoText: 1,
      unpaired: 1,
      tasks: 1,
      tasksWithoutPairs: { "all-pass": 1 },
    });
  });

  it("none of a task that is held out", async () => {
    const result = exampleResult([
      {
        id: "held",
        metadata: { split: "holdout" },
        attempts: [pass("A"), fail("B"), { ...fail("C"), stopReason: "timeout", score: null }],
      },
      { id: "t2", attempts: [pass("C"), fail("D")] },
    ]);
    const report = await toPreferenceJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({
      considered: 5,
      skippedHoldout: 2,
      paired: 2,
      tasks: 2,
      tasksWithPairs: 1,
      tasksWithoutPairs: { holdout: 1 },
    });
    expect(report.skippedTimeout + report.skippedUnscored).toBe(1);
  });

  it("a gap of scores that is too small is no pair; half of the range is enough", async () => {
    const close = await exportTask([pass("A", 0.7), fail("B", 0.3)]);
    expect(close.tasksWithoutPairs).toEqual({ "no-gap": 1 });
    // 0.7 - 0.2 is less than 0.5 in floating point.
    expect(await exportTask([pass("A", 0.7), fail("B", 0.2)])).toMatchObject({ written: 1 });
    const options = { minGap: 0.1 };
    expect(await exportTask([pass("A", 0.7), fail("B", 0.3)], options)).toMatchObject({
      written: 1,
    });
  });

  it("of several reasons, that of the attempts that came nearest to a pair is told", async () => {
    const attempts = [
      pass("A", 0.8),
      fail("A", 0.2),
      fail("B", 0.7),
      { ...fail("C", 0), messages: conversation("C", "Other question") },
    ];
    const report = await exportTask(attempts);
    expect(report.noPairs).toMatchObject([
      { reason: "identical", attemptIndex: 0, rejectedAttemptIndex: 1, message: null },
    ]);
  });

  it("passing attempts that say the same count once", async () => {
    const report = await exportTask([pass("A"), fail("B"), pass("A"), fail("C"), pass("D")]);
    expect(report).toMatchObject({ written: 2, paired: 4, mergedAttempts: 1, unpaired: 0 });
    expect(await pairsWritten()).toEqual([
      [0, 1],
      [4, 3],
    ]);
  });

  it("the same rows of another task are dropped", async () => {
    const attempts = [pass("A"), fail("B")];
    const result = exampleResult([
      { id: "t1", attempts },
      { id: "t2", attempts },
    ]);
    const report = await toPreferenceJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({
      formed: 2,
      written: 1,
      droppedDuplicates: 1,
      paired: 2,
      unpaired: 2,
      tasksWithoutPairs: { duplicate: 1 },
    });
  });

  it("the learning zone alone can be given", async () => {
    const result = exampleResult([
      { id: "t1", attempts: [pass("A")] },
      { id: "t2", attempts: [pass("C"), fail("D")] },
    ]);
    const report = await toPreferenceJsonl(learningZone(result), folder.path("rows.jsonl"));
    expect(report).toMatchObject({ tasks: 1, written: 1 });
  });
});

describe("what a profile cannot hold", () => {
  it("is counted by reason, with the attempt", async () => {
    const twice: Message[] = [...conversation("One."), { role: "assistant", content: "Two." }];
    const report = await exportTask([pass("A"), { messages: twice, score: failed }]);
    expect(report).toMatchObject({ skippedUnsupported: 1, unsupported: { "repeated-role": 1 } });
    expect(report.rejections).toMatchObject([
      { taskId: "t1", attemptIndex: 1, reason: "repeated-role", message: 2 },
    ]);
    expect(report.tasksWithoutPairs).toEqual({ "all-pass": 1 });
  });

  it("is a run that the model opened", async () => {
    const opened: Message[] = [{ role: "assistant", content: "Hello." }, ...conversation("A")];
    const report = await exportTask([pass("A"), { messages: opened, score: failed }]);
    expect(report.unsupported).toEqual({ "no-user-message": 1 });
  });

  it("is a run whose tools its messages do not show", async () => {
    const report = await exportTask([{ ...goodRun, messages: conversation("A") }, fail("B")]);
    expect(report.unsupported).toEqual({ "unrecorded-tool-run": 1 });
  });

  it("is an image", async () => {
    const content = [{ type: "image", url: "https://example.org/a.png" }] as const;
    const messages = [{ role: "user", content } as const, ...conversation("A").slice(1)];
    const report = await exportTask([{ messages }, { messages, score: failed }]);
    expect(report.unsupported).toEqual({ "unsupported-content": 2 });
    expect(report.tasksWithoutPairs).toEqual({ "no-attempts": 1 });
  });
});
