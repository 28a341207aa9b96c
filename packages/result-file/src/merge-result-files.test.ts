import { appendFileSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import type { AttemptResult, ResultHeader, ResultRecord } from "@rollouts/core";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  attemptRecord,
  broken,
  cancelled,
  endRecord,
  exampleAttempt,
  exampleHeader,
  exampleTask,
  failed,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { labelsOf, readAll } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { loadResult } from "./load-result.ts";
import { mergeResultFiles } from "./merge-result-files.ts";
import { readResultFile } from "./read-result-file.ts";

const folder = useFolder(beforeEach, afterEach);
const [t1, t2, t3] = [exampleTask("t1"), exampleTask("t2"), exampleTask("t3")];
const cellOf = ({ score, unscored }: AttemptResult) =>
  score === null ? unscored?.cause : score.passed ? "pass" : "fail";
const out = () => folder.path("out.rollouts.jsonl");

async function shard(name: string, records: readonly ResultRecord[]): Promise<string> {
  const path = folder.path(`${name}.rollouts.jsonl`);
  await writeSession(path, "create", records);
  return path;
}

describe("mergeResultFiles", () => {
  it("joins the tasks of shards, with their attempts as they are, also later ones' retries", async () => {
    const first = await shard("1", [
      headerRecord([t2]),
      attemptRecord(exampleAttempt("t2", 1)),
      attemptRecord(exampleAttempt("t2", 0, failed)),
      endRecord,
    ]);
    const second = await shard("2", [
      headerRecord([t1, t3]),
      attemptRecord(exampleAttempt("t3", 0, broken)),
      attemptRecord(exampleAttempt("t1", 0)),
      { type: "rescore", attempt: exampleAttempt("t1", 0, failed) },
      attemptRecord(exampleAttempt("t3", 0)),
      endRecord,
    ]);
    const before = [readFileSync(first), readFileSync(second)];

    const report = await mergeResultFiles([first, second], out());

    const merged = await readResultFile(out());
    const all = await readAll(merged);
    expect(report).toEqual({ path: out(), taskCount: 3, attemptCount: 4, duplicateCount: 0 });
    expect(await labelsOf(merged)).toEqual(["t2/0", "t2/1", "t1/0", "t3/0"]);
    expect(all.attempts.map(({ score }) => score?.passed)).toEqual([false, true, false, true]);
    expect(all.header.end).toEqual({ status: "finished", stoppedEarly: null, durationMs: 25 });
    expect([readFileSync(first), readFileSync(second)]).toEqual(before);
  });

  it("takes one of each attempt: a score before none, of equal ones the first file's", async () => {
    const first = await shard("1", [
      headerRecord([t1]),
      attemptRecord(exampleAttempt("t1", 0, broken)),
      attemptRecord(exampleAttempt("t1", 1, failed)),
    ]);
    const second = await shard("2", [
      headerRecord([t1]),
      attemptRecord(exampleAttempt("t1", 0)),
      attemptRecord(exampleAttempt("t1", 1)),
    ]);

    const report = await mergeResultFiles([first, second], out());

    expect(report).toMatchObject({ attemptCount: 2, duplicateCount: 2 });
    const { attempts, header } = await readAll(await readResultFile(out()));
    expect(attempts.map(({ score }) => score?.passed)).toEqual([true, false]);
    expect(header.end).toBeNull();
  });

  describe("of an attempt with a verdict of before, which does not count any more,", () => {
    const oldScorer = {
      envFingerprint: `envfp1:${"8".repeat(64)}`,
      envParts: { ...exampleHeader.envParts, scorer: "8".repeat(64) },
    };
    const lost = {
      ...broken,
      error: "lost",
      unscored: { cause: "error", reason: "lost" },
    } as const;

    it.each<[string, Partial<AttemptResult>, string, "either" | "in order"]>([
      ["takes a score that counts", failed, "fail", "either"],
      ["takes the first one when the other has none", lost, "not-judged", "in order"],
      ["takes it rather than a cancelled one", cancelled, "not-judged", "either"],
    ])("%s", async (_, other, cell, order) => {
      const stale = await shard("stale", [
        headerRecord([t1], oldScorer),
        attemptRecord(exampleAttempt("t1", 0)),
      ]);
      await writeSession(stale, "resume", [headerRecord([t1])]);
      const valid = await shard("valid", [
        headerRecord([t1]),
        attemptRecord(exampleAttempt("t1", 0, other)),
      ]);
      const orders =
        order === "either"
          ? [
              [stale, valid],
              [valid, stale],
            ]
          : [[stale, valid]];
      for (const paths of orders) {
        rmSync(out(), { force: true });
        const report = await mergeResultFiles(paths, out());
        const { attempts } = await readAll(await readResultFile(out()));
        expect(report).toMatchObject({ attemptCount: 1, duplicateCount: 1 });
        expect(attempts.map(cellOf)).toEqual([cell]);
      }
      if (order === "either") return;
      rmSync(out());
      await mergeResultFiles([valid, stale], out());
      const { attempts } = await readAll(await readResultFile(out()));
      expect(attempts.map(cellOf)).toEqual([other.unscored?.cause]);
    });
  });

  it("keeps the warnings of all, each once, and the number of abandoned attempts", async () => {
    const end = { status: "finished", stoppedEarly: null, durationMs: 1 } as const;
    const first = await shard("1", [
      headerRecord([t1]),
      { type: "end", end, warnings: ["slow", "odd"], abandonedCount: 2 },
    ]);
    const second = await shard("2", [
      headerRecord([t2]),
      { type: "end", end, warnings: ["odd", "late"], abandonedCount: 3 },
    ]);
    const third = await shard("3", [headerRecord([t3]), { type: "end", end }]);

    await mergeResultFiles([first, second, third], out());

    expect(await loadResult(out())).toMatchObject({
      warnings: ["slow", "odd", "late"],
      abandonedCount: 5,
    });
    const none = folder.path("none.rollouts.jsonl");
    await mergeResultFiles([third], none);
    expect(readFileSync(none, "utf8")).not.toMatch(/warnings|abandonedCount/);
  });

  it("is finished only if all shards are; a stopped one says why", async () => {
    const first = await shard("1", [headerRecord([t1]), endRecord]);
    const second = await shard("2", [
      headerRecord([t2]),
      { type: "end", end: { status: "stopped", stoppedEarly: "budget", durationMs: 1 } },
    ]);

    await mergeResultFiles([first, second], out());

    expect((await readResultFile(out())).header.end).toEqual({
      status: "stopped",
      stoppedEarly: "budget",
      durationMs: 13.5,
    });
  });

  it("can be resumed", async () => {
    const first = await shard("1", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0))]);
    await mergeResultFiles([first, await shard("2", [headerRecord([t2])])], out());

    await writeSession(out(), "resume", [
      headerRecord([t1, t2]),
      attemptRecord(exampleAttempt("t2", 0)),
    ]);

    expect(await labelsOf(await readResultFile(out()))).toEqual(["t1/0", "t2/0"]);
  });

  it("D12: carries members that this version does not know", async () => {
    const first = await shard("1", [headerRecord([t1])]);
    const [header = ""] = readFileSync(first, "utf8").split("\n");
    const {
      crc: _,
      tasks,
      ...members
    } = JSON.parse(header) as Record<string, unknown> & {
      tasks: object[];
    };
    const later = { ...members, tasks: tasks.map((task) => ({ ...task, weight: 2 })), note: "x" };
    writeFileSync(first, `${JSON.stringify(later)}\n`);
    const attempt = readFileSync(
      await shard("2", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0, broken))]),
      "utf8",
    ).split("\n")[1];
    const foreign = String(attempt).replace(/,"crc":"[0-9a-f]{8}"\}$/, ',"host":"h"}');
    appendFileSync(first, `${foreign}\n`);

    await mergeResultFiles([first], out());

    const [mergedHeader = "", mergedAttempt] = readFileSync(out(), "utf8").split("\n");
    expect(JSON.parse(mergedHeader)).toMatchObject({ note: "x", tasks: [{ weight: 2 }] });
    expect(mergedAttempt).toBe(foreign);
  });

  it.each<[string, Partial<ResultHeader>, string]>([
    ["environment", { envFingerprint: `envfp1:${"9".repeat(64)}` }, "mismatch"],
    ["fingerprint at all", { envFingerprint: null }, "mismatch"],
    ["policy", { policyFingerprint: `polfp1:${"9".repeat(64)}` }, "mismatch"],
    ["k", { k: 9 }, "invalid_argument"],
    ["seed", { seed: 9 }, "invalid_argument"],
    ["name", { env: "other" }, "invalid_argument"],
  ])("refuses a file of another %s, or without one", async (_, header, code) => {
    const first = await shard("1", [headerRecord([t1])]);
    const second = await shard("2", [headerRecord([t2], header)]);

    await expect(mergeResultFiles([first, second], out())).rejects.toMatchObject({ code });
    expect(folder.names()).toEqual(["1.rollouts.jsonl", "2.rollouts.jsonl"]);
  });

  it("names the two files that are not of one environment", async () => {
    const first = await shard("1", [headerRecord([t1])]);
    const same = await shard("2", [headerRecord([t2])]);
    const other = await shard("3", [headerRecord([t2], { envFingerprint: null })]);

    await expect(mergeResultFiles([first, same, other], out())).rejects.toMatchObject({
      code: "mismatch",
      message: `${other} and ${first} do not hold results of one environment. Only files of one plan can be merged.`,
    });
  });

  it("names the parts of a policy that differ", async () => {
    const first = await shard("1", [headerRecord([t1])]);
    const policy = {
      policyFingerprint: `polfp1:${"9".repeat(64)}`,
      policyParts: { ...exampleHeader.policyParts, settings: "1" },
    };

    await expect(
      mergeResultFiles([first, await shard("2", [headerRecord([t1], policy)])], out()),
    ).rejects.toMatchObject({ parts: ["settings"] });
  });

  it("refuses two tasks of one id that differ, an output that is there, and no files", async () => {
    const first = await shard("1", [headerRecord([t1])]);
    const second = await shard("2", [headerRecord([{ ...t1, input: "other" }])]);

    await expect(mergeResultFiles([first, second], out())).rejects.toMatchObject({
      code: "mismatch",
      parts: ["tasks"],
    });
    await expect(mergeResultFiles([first], first)).rejects.toThrow("is there already");
    await expect(mergeResultFiles([], out())).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(mergeResultFiles(["no"], out())).rejects.toMatchObject({ code: "result_format" });
  });
});
