import { readFile } from "node:fs/promises";
import type { Message } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { useFolder } from "./__fixtures__/folder.ts";
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
import type { ToKtoJsonlOptions } from "./kto/kto-options.ts";
import { suggestWeights } from "./kto/kto-weights.ts";
import { toKtoJsonl } from "./to-kto-jsonl.ts";

const folder = useFolder(beforeEach, afterEach);

async function exportTask(attempts: readonly ExampleAttempt[], options?: ToKtoJsonlOptions) {
  const result = exampleResult([{ id: "t1", attempts }]);
  return await toKtoJsonl(result, folder.path("rows.jsonl"), options);
}

async function rows() {
  const text = await readFile(folder.path("rows.jsonl"), "utf8");
  return text
    .trimEnd()
    .split("\n")
    .map((line) => JSON.parse(line));
}

describe("labelled answers", () => {
  it("B11 d: has a row for every pass, without any fail", async () => {
    const report = await exportTask(["A", "B", "C", "D"].map((answer) => pass(answer)));
    expect(report).toMatchObject({ written: 4, desirable: 4, undesirable: 0 });
    expect((await rows()).map(({ label }) => label)).toEqual([true, true, true, true]);
    expect(report.suggestedWeights).toBeNull();
  });

  it("labels by the verdict, not by the value", async () => {
    await exportTask([pass("A", 0.2), fail("B", 0.8)]);
    expect((await rows()).map(({ label }) => label)).toEqual([true, false]);
    const manifest = await readFile(folder.path("rows.jsonl.meta.json"), "utf8");
    expect(JSON.parse(manifest)).toMatchObject({
      kind: "kto",
      profile: "trl",
      suggested_weights: { desirable: 1, undesirable: 1 },
      lines: [
        { task_id: "t1", attempt_index: 0, score: 0.2, label: true },
        { task_id: "t1", attempt_index: 1, score: 0.8, label: false },
      ],
    });
  });

  it("holds everything after the prompt, with the tools", async () => {
    await exportTask([goodRun, badRun]);
    const [good, bad] = await rows();
    expect(good.completion.map(({ role }: Message) => role)).toEqual([
      "assistant",
      "tool",
      "assistant",
    ]);
    expect(bad.completion).toHaveLength(1);
    expect(good.tools).toEqual(bad.tools);
    expect(Object.keys(good)).toEqual(["prompt", "completion", "label", "tools"]);
  });

  it("writes the same answer once per label, whatever ids its calls have", async () => {
    const otherIds = JSON.parse(JSON.stringify(goodRun).replaceAll("call00001", "call_2"));
    const report = await exportTask([goodRun, otherIds, pass("A"), fail("A")]);
    expect(report).toMatchObject({ written: 1, droppedDuplicates: 1, skippedMixedPrompt: 2 });
    expect(await exportTask([pass("A"), fail("A"), fail("A")])).toMatchObject({
      written: 2,
      droppedDuplicates: 1,
    });
  });

  it("leaves another prompt of the task out unless it is allowed", async () => {
    const attempts = [pass("A"), { messages: conversation("B", "Other question") }];
    expect(await exportTask(attempts)).toMatchObject({ written: 1, skippedMixedPrompt: 1 });
    const allowed = await exportTask(attempts, { allowMixedPrompts: true });
    expect(allowed).toMatchObject({ written: 2, skippedMixedPrompt: 0 });
  });

  it("takes nothing of which a hook says that the model wrote none", async () => {
    const report = await exportTask([pass("A")], {
      redact: ({ messages, ...rest }) => ({
        ...rest,
        messages: messages.map((turn) =>
          turn.role === "assistant" ? { ...turn, trained: false } : turn,
        ),
      }),
    });
    expect(report).toMatchObject({ written: 0, unsupported: { "no-final-answer": 1 } });
  });

  it("counts every attempt once", async () => {
    const twice: Message[] = [...conversation("One."), { role: "assistant", content: "Two." }];
    const result = exampleResult([
      {
        id: "t1",
        attempts: [
          pass("A"),
          pass("A"),
          fail("B"),
          { messages: twice, score: failed },
          { ...pass("C"), stopReason: "truncated" },
          { ...fail("D"), toolCallLimitHit: true },
          { score: null },
          fail(""),
          { messages: conversation("E", "Other") },
        ],
      },
      { id: "held", metadata: { split: "holdout" }, attempts: [pass("F"), { score: null }] },
    ]);
    const report = await toKtoJsonl(result, folder.path("rows.jsonl"));
    expect(report).toMatchObject({
      considered: 11,
      written: 2,
      droppedDuplicates: 1,
      skippedUnsupported: 1,
      skippedTruncated: 1,
      skippedLimitHit: 1,
      skippedUnscored: 2,
      skippedNoText: 1,
      skippedMixedPrompt: 1,
      skippedHoldout: 1,
      unsupported: { "repeated-role": 1 },
    });
  });
});

describe("suggested weights", () => {
  it.each([
    [3, 3, 1, 1],
    [4, 3, 1, 1],
    [1, 3, 3, 1],
    [3, 7, 2.34, 1],
    [7, 3, 1, 2.33],
    [5, 3, 1, 1.66],
  ])("for %i good and %i bad rows are %f and %f", (desirable, undesirable, good, bad) => {
    expect(suggestWeights(desirable, undesirable)).toEqual({ desirable: good, undesirable: bad });
  });

  it("bring the good rows to between 1 and 4/3 of the bad ones", () => {
    for (let good = 1; good <= 60; good += 1) {
      for (let bad = 1; bad <= 60; bad += 1) {
        const weights = suggestWeights(good, bad);
        const ratio = ((weights?.desirable ?? 0) * good) / ((weights?.undesirable ?? 0) * bad);
        expect(ratio).toBeGreaterThanOrEqual(1 - 1e-9);
        expect(ratio).toBeLessThanOrEqual(4 / 3);
      }
    }
  });
});
