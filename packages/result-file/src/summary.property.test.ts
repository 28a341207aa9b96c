import { rmSync } from "node:fs";
import { type AttemptResult, type ResultRecord, summarizeTask } from "@rollouts/core";
import fc from "fast-check";
import { afterEach, beforeEach, expect, it } from "vitest";
import {
  attemptRecord,
  broken,
  cancelled,
  exampleAttempt,
  exampleHeader,
  exampleTask,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { readResultFile } from "./read-result-file.ts";

const folder = useFolder(beforeEach, afterEach);
const tasks = ["t1", "t2"].map((id) => exampleTask(id));
const run = exampleAttempt("t1", 0).run;

const usages = fc.constantFrom(
  undefined,
  { inputTokens: 3 },
  { inputTokens: 4, outputTokens: 1 },
  { inputTokens: 1, costUsd: 0.1 },
  { costUsd: 0.2, note: 1 },
  { inputTokens: null },
  { inputTokens: Number.NaN },
);
const scores = fc.record({
  value: fc.constantFrom(0, 0.1, 0.2, 0.7, 1, 1e-7),
  passed: fc.boolean(),
});
const oneTry = { error: null, errorType: null, durationMs: 1 };

/** Mostly plain attempts, now and then something that a summary must read lines for. */
const facts = fc.oneof(
  { weight: 6, arbitrary: scores.map((score) => ({ score })) },
  fc.constantFrom(broken, cancelled),
  fc.record({ score: scores, scorerUsage: usages }),
  scores.map((score) => ({ score, metrics: { m: { score, unscored: null } } })),
  scores.map((score) => ({ score, tries: [{ ...oneTry, usage: { inputTokens: 9 } }, oneTry] })),
  scores.map((score) => ({ score, modelRetries: { "rate-limit": 2 } })),
);

const attempts = fc
  .record({ taskId: fc.constantFrom("t1", "t2"), index: fc.nat(3), facts, usage: usages })
  .map(({ taskId, index, facts: some, usage }): AttemptResult => {
    const attempt = exampleAttempt(taskId, index, some as Partial<AttemptResult>);
    return attempt.run === null ? attempt : { ...attempt, run: { ...run, usage } as typeof run };
  });

const records = fc.oneof(
  { weight: 8, arbitrary: attempts.map(attemptRecord) },
  attempts.map((attempt): ResultRecord => ({ type: "rescore", attempt })),
);

const headers = fc.record({
  k: fc.constantFrom(4, 3),
  envParts: fc.constantFrom(exampleHeader.envParts, { ...exampleHeader.envParts, scorer: "x" }),
});

const sessions = fc.record({ header: headers, told: fc.array(records, { maxLength: 8 }) });

it("D13 P2: summaries are those of the attempts, whatever is in the file", async () => {
  let number = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(sessions, { minLength: 1, maxLength: 3 }), async (some) => {
      const path = folder.path(`${++number}.rollouts.jsonl`);
      for (const [index, { header, told }] of some.entries()) {
        const mode = index === 0 ? "create" : "resume";
        await writeSession(path, mode, [headerRecord(tasks, header), ...told]);
      }

      const result = await readResultFile(path);
      for await (const summary of result.tasks()) {
        const read: AttemptResult[] = [];
        for await (const attempt of result.attempts(summary.task.id)) read.push(attempt);
        expect(summary).toEqual(summarizeTask(summary.task, read));
      }
    }),
    { numRuns: 200 },
  );
}, 60_000);

it("reads no line twice when a task has only plain attempts", async () => {
  const path = folder.path("a.rollouts.jsonl");
  await writeSession(path, "create", [
    headerRecord(tasks),
    attemptRecord(exampleAttempt("t1", 1)),
    attemptRecord(exampleAttempt("t1", 0, broken)),
  ]);
  const result = await readResultFile(path);
  // The file is gone, so that nothing can be read any more.
  rmSync(path);

  const counts = [];
  for await (const { scoredCount, unscoredCount } of result.tasks()) {
    counts.push([scoredCount, unscoredCount]);
  }
  expect(counts).toEqual([
    [1, 1],
    [0, 0],
  ]);
  await expect(result.attempts("t1")[Symbol.asyncIterator]().next()).rejects.toMatchObject({
    code: "result_format",
    message: expect.stringContaining("the file cannot be read: ENOENT"),
  });
});
