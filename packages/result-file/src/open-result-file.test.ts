import { execFileSync } from "node:child_process";
import { appendFileSync, existsSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import type { AttemptResult, ResultRecord, ResultSource } from "@rollouts/core";
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
import { loadResult } from "./load-result.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile } from "./read-result-file.ts";
import { salvage } from "./salvage.ts";

const folder = useFolder(beforeEach, afterEach);
const t1 = exampleTask("t1");
const t2 = exampleTask("t2");

/** Opens a file, appends records one after another and closes it; gives what it held before. */
async function session(
  mode: "create" | "resume",
  records: readonly ResultRecord[],
  name = "a.rollouts.jsonl",
): Promise<ResultSource | undefined> {
  const sink = await openResultFile(folder.path(name), { mode });
  for (const record of records) await sink.append(record);
  await sink.close();
  return sink.resumeFrom;
}

const read = (name = "a.rollouts.jsonl") => readResultFile(folder.path(name));

describe("openResultFile, mode create", () => {
  it.runIf(process.platform === "linux")(
    "ends where no folder can be made although the one above is there",
    async () => {
      const opened = openResultFile("/proc/rollouts/a.rollouts.jsonl", { mode: "create" });
      await expect(opened).rejects.toMatchObject({
        code: "result_write",
        cause: { code: "ENOENT" },
      });
    },
  );

  it("writes what it is told, and reads back the same", async () => {
    const attempts = [exampleAttempt("t1", 0), exampleAttempt("t1", 1, failed)];

    const before = await session("create", [
      headerRecord([t1]),
      ...attempts.map(attemptRecord),
      endRecord,
    ]);

    const result = await readAll(await read());
    expect(before).toBeUndefined();
    expect(result.attempts).toEqual(attempts);
    expect(result.header).toEqual({
      ...exampleHeader,
      end: { status: "finished", stoppedEarly: null, durationMs: 12.5 },
    });
    expect(result.summaries).toMatchObject([
      { task: t1, passedCount: 1, scoredCount: 2, usage: { agent: { inputTokens: 20 } } },
    ]);
  });

  it("D14: an attempt is in the file once its append has settled, also while the file is open", async () => {
    const sink = await openResultFile(folder.path("a.rollouts.jsonl"), { mode: "create" });
    await sink.append(headerRecord([t1]));
    await sink.append(attemptRecord(exampleAttempt("t1", 1)));

    expect(await labelsOf(await read())).toEqual(["t1/1"]);
    expect((await read()).header.end).toBeNull();
    await sink.close();
  });

  it("D14: what was read of a file that has grown since is there as before", async () => {
    await session("create", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 1))]);
    const before = await read();
    await session("resume", [
      headerRecord([t1]),
      attemptRecord(exampleAttempt("t1", 0)),
      endRecord,
    ]);

    expect((await readAll(before)).attempts).toEqual([exampleAttempt("t1", 1)]);
    expect(await labelsOf(await read())).toEqual(["t1/0", "t1/1"]);
  });

  it("keeps the order of attempts of one task by index, and of tasks by the plan", async () => {
    await session("create", [
      headerRecord([t2, t1]),
      attemptRecord(exampleAttempt("t1", 1)),
      attemptRecord(exampleAttempt("t2", 1)),
      attemptRecord(exampleAttempt("t1", 0)),
      attemptRecord(exampleAttempt("t2", 0)),
    ]);

    expect(await labelsOf(await read())).toEqual(["t2/0", "t2/1", "t1/0", "t1/1"]);
  });

  it("writes many records that come at once, each whole", async () => {
    const sink = await openResultFile(folder.path("a.rollouts.jsonl"), { mode: "create" });
    const indexes = Array.from({ length: 500 }, (_, index) => index);

    const appended = [
      headerRecord([t1], { k: 500 }),
      ...indexes.map((index) => attemptRecord(exampleAttempt("t1", index))),
      endRecord,
    ].map((record) => sink.append(record));
    await sink.close();
    await Promise.all(appended);

    expect(await labelsOf(await read())).toEqual(indexes.map((index) => `t1/${index}`));
  });

  it("writes a record as it is when it is appended", async () => {
    const sink = await openResultFile(folder.path("a.rollouts.jsonl"), { mode: "create" });
    const score = { value: 1, passed: true };
    const appended = [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0, { score }))].map(
      (record) => sink.append(record),
    );
    score.passed = false;
    await Promise.all(appended);
    await sink.close();

    expect((await readAll(await read())).attempts[0]?.score?.passed).toBe(true);
  });

  it("makes the folders above, and refuses a file that is there", async () => {
    await session("create", [headerRecord([t1])], "deep/er/a.rollouts.jsonl");
    const path = folder.path("deep/er/a.rollouts.jsonl");
    const bytes = readFileSync(path);

    await expect(openResultFile(path, { mode: "create" })).rejects.toThrow(
      `${path} is there already. Go on with it in mode "resume", or choose another path.`,
    );
    expect(readFileSync(path)).toEqual(bytes);
    expect(existsSync(`${path}.lock`)).toBe(false);
  });

  it.each([
    ["", { mode: "create" }, "path must be the path of a file"],
    ["a\0b", { mode: "create" }, "path must be the path of a file"],
    ["a", { mode: "append" }, 'mode must be "create" or "resume", got "append"'],
    ["a", { mode: "create", k: 1 }, 'openResultFile has an unknown key "k"'],
  ])("refuses the arguments %j %j", async (path, options, message) => {
    await expect(openResultFile(path, options as { mode: "create" })).rejects.toThrow(message);
  });
});

describe("what a sink refuses", () => {
  it.each<[string, ResultRecord[], string]>([
    ["an attempt before the header", [attemptRecord(exampleAttempt("t1", 0))], "before the header"],
    ["a second header", [headerRecord([t1]), headerRecord([t1])], "is a second header"],
    [
      "an attempt after the end",
      [headerRecord([t1]), endRecord, attemptRecord(exampleAttempt("t1", 0))],
      "comes after the end",
    ],
    [
      "an attempt of no task",
      [headerRecord([t1]), attemptRecord(exampleAttempt("t9", 0))],
      'is of "t9", which is no task of the header',
    ],
    ["two tasks of one id", [headerRecord([t1, t1])], 'have two of the id "t1"'],
    [
      "a score that is none",
      [
        headerRecord([t1]),
        attemptRecord(exampleAttempt("t1", 0, { score: { value: Number.NaN, passed: true } })),
      ],
      'its member "score',
    ],
    ["something else", [{ type: "note" } as never], "has no known type"],
    ["nothing", [null as never], "has no known type, got null"],
    [
      "a header without tasks",
      [{ type: "header", header: exampleHeader } as never],
      "cannot be written",
    ],
    [
      "an attempt with members missing",
      [headerRecord([t1]), { type: "attempt", attempt: { taskId: "t1" } } as never],
      "cannot be written",
    ],
  ])("%s", async (_, records, message) => {
    const sink = await openResultFile(folder.path("a.rollouts.jsonl"), { mode: "create" });
    for (const record of records.slice(0, -1)) await sink.append(record);

    await expect(sink.append(records.at(-1) as ResultRecord)).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining(message),
    });
    await sink.close();
  });

  it.each<["attempt" | "rescore", Partial<AttemptResult>, string]>([
    ["attempt", { score: null, unscored: null }, "neither a score nor a reason"],
    ["attempt", { unscored: { cause: "error", reason: "reset" } }, "both a score and a reason"],
    ["rescore", { score: null, unscored: null }, "neither a score nor a reason"],
    ["rescore", { unscored: { cause: "error", reason: "reset" } }, "both a score and a reason"],
  ])("a record of type %s that its reader could not judge: %j", async (type, facts, message) => {
    const sink = await openResultFile(folder.path("a.rollouts.jsonl"), { mode: "create" });
    await sink.append(headerRecord([t1]));
    await sink.append(attemptRecord(exampleAttempt("t1", 0)));

    const attempt = exampleAttempt("t1", type === "attempt" ? 1 : 0, facts);
    await expect(sink.append({ type, attempt })).rejects.toMatchObject({
      name: "InvalidArgumentError",
      message: expect.stringContaining(message),
    });
    await sink.close();

    expect(await labelsOf(await read())).toEqual(["t1/0"]);
  });

  it("anything after it was closed; closing twice is fine", async () => {
    const sink = await openResultFile(folder.path("a.rollouts.jsonl"), { mode: "create" });
    await sink.append(headerRecord([t1]));
    await Promise.all([sink.close(), sink.close()]);

    await expect(sink.append(endRecord)).rejects.toMatchObject({ code: "result_closed" });
    expect(folder.names()).toEqual(["a.rollouts.jsonl"]);
  });
});

describe("openResultFile, mode resume", () => {
  it("shows what is there, and appends to it byte for byte", async () => {
    await session("create", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0))]);
    const before = readFileSync(folder.path("a.rollouts.jsonl"));

    const resumeFrom = await session("resume", [
      headerRecord([t1]),
      attemptRecord(exampleAttempt("t1", 1, failed)),
      endRecord,
    ]);

    expect(await labelsOf(resumeFrom as ResultSource)).toEqual(["t1/0"]);
    expect(await labelsOf(await read())).toEqual(["t1/0", "t1/1"]);
    const after = readFileSync(folder.path("a.rollouts.jsonl"));
    expect(after.subarray(0, before.length)).toEqual(before);
    expect(String(after).split("\n")[3]).toContain('"tasks":["t1"]');
  });

  it("D10 B6: a higher k shows attempts that a lower one hides; nothing is deleted", async () => {
    await session("create", [
      headerRecord([t1], { k: 4 }),
      ...[0, 1, 2, 3].map((index) => attemptRecord(exampleAttempt("t1", index))),
    ]);
    await session("resume", [headerRecord([t1], { k: 2 })]);
    const lowered = await read();
    await session("resume", [headerRecord([t1], { k: 5 })]);

    expect(await labelsOf(lowered)).toEqual(["t1/0", "t1/1"]);
    expect(lowered.hidden).toEqual({ otherTask: 0, otherInput: 0, beyondK: 2 });
    expect(await labelsOf(await read())).toEqual(["t1/0", "t1/1", "t1/2", "t1/3"]);
  });

  it("B5: attempts on an edited input are superseded, and count again when the edit is undone", async () => {
    const edited = { ...t1, input: "What is t1, really?" };
    await session("create", [
      headerRecord([t1, t2]),
      attemptRecord(exampleAttempt("t1", 0)),
      attemptRecord(exampleAttempt("t2", 0)),
    ]);
    await session("resume", [
      headerRecord([edited, t2]),
      attemptRecord(exampleAttempt("t1", 0, failed)),
    ]);
    const afterEdit = await read();
    await session("resume", [headerRecord([t1, t2])]);
    const undone = await readAll(await read());

    expect((await readAll(afterEdit)).attempts.map(({ score }) => score?.passed)).toEqual([
      false,
      true,
    ]);
    expect(afterEdit.hidden).toMatchObject({ otherInput: 1 });
    expect(undone.attempts.map(({ score }) => score?.passed)).toEqual([true, true]);
  });

  it("tasks may be dropped, added and put in another order", async () => {
    const t3 = exampleTask("t3");
    await session("create", [
      headerRecord([t1, t2]),
      attemptRecord(exampleAttempt("t1", 0)),
      attemptRecord(exampleAttempt("t2", 0)),
    ]);
    await session("resume", [headerRecord([t3, t2])]);

    const result = await read();
    expect((await readAll(result)).summaries.map(({ task }) => task)).toEqual([t3, t2]);
    expect(await labelsOf(result)).toEqual(["t2/0"]);
    expect(result.hidden).toMatchObject({ otherTask: 1 });
  });

  it("new metadata shows, and makes nothing run again", async () => {
    await session("create", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0))]);
    await session("resume", [headerRecord([{ ...t1, metadata: { split: "holdout" } }])]);

    const { summaries, attempts } = await readAll(await read());
    expect(summaries[0]?.task.metadata).toEqual({ split: "holdout" });
    expect(attempts[0]?.score?.passed).toBe(true);
  });

  it.each([
    ["another scorer", { ...exampleHeader.envParts, scorer: "9".repeat(64) }, t1],
    ["another expected value", exampleHeader.envParts, { ...t1, expected: "43" }],
  ])(
    "D11: a verdict of %s counts for nothing until the attempt is scored anew",
    async (_, envParts, task) => {
      const attempt = exampleAttempt("t1", 0);
      await session("create", [
        headerRecord([t1]),
        attemptRecord(attempt),
        attemptRecord(exampleAttempt("t1", 1, broken)),
      ]);
      await session("resume", [headerRecord([task], { envParts })]);
      const waiting = await readAll(await read());
      await session("resume", [
        headerRecord([task], { envParts }),
        { type: "rescore", attempt: { ...attempt, ...failed } },
      ]);
      const judged = await readAll(await read());

      expect(waiting.attempts).toMatchObject([
        { run: attempt.run, score: null, unscored: { cause: "not-judged" } },
        { score: null, unscored: { cause: "error" } },
      ]);
      expect(waiting.summaries[0]?.unscoredCauses).toEqual({ "not-judged": 1, error: 1 });
      expect(judged.attempts[0]).toEqual({ ...attempt, ...failed });
    },
  );

  it("D11: summaries leave out verdicts of another scorer, too", async () => {
    const other = { envParts: { ...exampleHeader.envParts, scorer: "9".repeat(64) } };
    await session("create", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0))]);
    await session("resume", [headerRecord([t1], other), attemptRecord(exampleAttempt("t1", 1))]);
    const second = await readAll(await read());
    await session("resume", [headerRecord([t1])]);
    const third = await readAll(await read());

    for (const { summaries, attempts } of [second, third]) {
      expect(summaries).toMatchObject([{ scoredCount: 1, unscoredCauses: { "not-judged": 1 } }]);
      expect(attempts.filter(({ score }) => score !== null)).toHaveLength(1);
    }
  });

  it("B9: the last of several rescores counts, with the run of the attempt", async () => {
    const attempt = exampleAttempt("t1", 0, {
      score: null,
      unscored: { cause: "scorer-error", reason: "boom" },
    });
    const again = (score: { value: number; passed: boolean }): ResultRecord => ({
      type: "rescore",
      attempt: { ...attempt, run: null, score, unscored: null },
    });
    await session("create", [
      headerRecord([t1]),
      attemptRecord(attempt),
      again({ value: 0, passed: false }),
      again({ value: 1, passed: true }),
    ]);

    const { attempts, summaries } = await readAll(await read());
    expect(attempts).toEqual([{ ...attempt, score: { value: 1, passed: true }, unscored: null }]);
    expect(summaries[0]).toMatchObject({ passedCount: 1, usage: { unreportedCount: 0 } });
  });

  it("durations of all sessions add up; while one goes on there is no end", async () => {
    await session("create", [headerRecord([t1]), endRecord]);
    await session("resume", [headerRecord([t1])]);
    const between = (await read()).header.end;
    await session("resume", [headerRecord([t1]), endRecord]);

    expect(between).toBeNull();
    expect((await read()).header.end).toEqual({
      status: "finished",
      stoppedEarly: null,
      durationMs: 25,
    });
  });

  it("B3: cuts off a torn last line before it appends", async () => {
    await session("create", [headerRecord([t1]), attemptRecord(exampleAttempt("t1", 0))]);
    const path = folder.path("a.rollouts.jsonl");
    const whole = readFileSync(path);
    appendFileSync(path, '{"type":"attempt","att');

    const noEnd = "The file does not say how its run ended: it goes on, or its process died.";
    expect((await read()).warnings).toEqual([
      "The last line has no end: 22 bytes were left out. The process that wrote it died, or is at work.",
      noEnd,
    ]);
    const sink = await openResultFile(path, { mode: "resume" });
    const { length } = readFileSync(path);
    await sink.append(headerRecord([t1]));
    await sink.append(attemptRecord(exampleAttempt("t1", 1)));
    await sink.close();

    expect(length).toBe(whole.length);

    expect(sink.warnings).toEqual([
      "The last line has no end: 22 bytes were cut off. The process that wrote it died, or is at work.",
    ]);
    expect(await labelsOf(await read())).toEqual(["t1/0", "t1/1"]);
    expect((await read()).warnings).toEqual([noEnd]);
  });

  it.each(["", '{"type":"header","format":1,"en'])(
    "a run that died before its header was safe begins anew: %j",
    async (left) => {
      writeFileSync(folder.path("a.rollouts.jsonl"), left);

      const before = await session("resume", [headerRecord([t1]), endRecord]);

      expect(before).toBeUndefined();
      expect((await read()).header.end?.status).toBe("finished");
    },
  );

  it.each([
    '{"name":"precious"}',
    "precious",
    '{"type":"head"}',
    ' {"type":"header"',
    "\0\0\0\0",
    `precious ${"text ".repeat(500_000)}`,
  ])(
    "B3: refuses a file of one line that is no header, and leaves it as it was: %#",
    async (text) => {
      const path = folder.path("a.rollouts.jsonl");
      writeFileSync(path, text);
      const refusal = {
        name: "ResultFormatError",
        line: 1,
        byteOffset: 0,
        message: `${path}, line 1 (byte 0): the first line does not begin as a header does, so this is no result file.`,
      };

      await expect(openResultFile(path, { mode: "resume" })).rejects.toMatchObject(refusal);
      await expect(readResultFile(path)).rejects.toMatchObject(refusal);
      await expect(loadResult(path)).rejects.toMatchObject(refusal);
      await expect(salvage(path, folder.path("out"))).rejects.toMatchObject(refusal);

      expect(readFileSync(path, "utf8")).toBe(text);
      expect(folder.names()).toEqual(["a.rollouts.jsonl"]);
    },
  );

  it("does not advise to salvage a file of several lines that is none of ours", async () => {
    writeFileSync(folder.path("a.rollouts.jsonl"), '{"name":"precious"}\n{}\n');

    await expect(session("resume", [])).rejects.toMatchObject({
      line: 1,
      message: expect.stringMatching(
        /So this is no result file, or its header is damaged\. Without its header nothing in a file can be told apart\.$/,
      ),
    });
  });

  it.each(["{", '{"type":"header"', '{"type":"header","format":1}'])(
    "cuts what is a beginning of a header: %s",
    async (left) => {
      const path = folder.path("a.rollouts.jsonl");
      writeFileSync(path, left);

      const sink = await openResultFile(path, { mode: "resume" });
      await sink.close();

      expect(readFileSync(path, "utf8")).toBe("");
      expect(sink.resumeFrom).toBeUndefined();
    },
  );

  it("refuses a file that is not there, and a folder", async () => {
    await expect(session("resume", [])).rejects.toMatchObject({ code: "result_format" });
    await expect(openResultFile(folder.path("."), { mode: "resume" })).rejects.toMatchObject({
      code: "result_format",
    });
    expect(folder.names()).toEqual([]);
  });
});

describe("replan", () => {
  it("shows the file as another plan sees it, and leaves the file alone", async () => {
    await session("create", [
      headerRecord([t1, t2], { k: 1 }),
      attemptRecord(exampleAttempt("t1", 0)),
      attemptRecord(exampleAttempt("t1", 1, failed)),
      attemptRecord(exampleAttempt("t2", 0, { metrics })),
      endRecord,
    ]);
    const before = readFileSync(folder.path("a.rollouts.jsonl"));
    const result = await read();
    const header = { ...exampleHeader, envParts: { ...exampleHeader.envParts, metrics: "new" } };

    const raised = result.replan({ header: exampleHeader, tasks: [t2, t1] });
    const measured = result.replan({ header, tasks: [t2] });

    expect(await labelsOf(result)).toEqual(["t1/0", "t2/0"]);
    expect(await labelsOf(raised)).toEqual(["t2/0", "t1/0", "t1/1"]);
    expect(raised.header).toMatchObject({ k: 2, end: { status: "finished" } });
    expect((await readAll(measured)).attempts).toMatchObject([
      {
        score: null,
        unscored: { cause: "not-judged" },
        metrics: { length: { score: null, unscored: { cause: "not-judged" } } },
      },
    ]);
    expect(readFileSync(folder.path("a.rollouts.jsonl"))).toEqual(before);
    expect(() => result.replan({ header, tasks: [t1, t1] })).toThrow('two of the id "t1"');
  });

  const metrics = { length: { score: { value: 0.5, passed: true }, unscored: null } };
});

describe("D9: several lines for one attempt", () => {
  it.each([
    ["the first with a score counts", [{}, failed], 0],
    ["a score counts before none", [broken, {}, failed], 1],
    ["the last without a score counts", [broken, { ...broken, error: "again" }], 1],
    ["a cancelled one never replaces another", [broken, cancelled], 0],
    ["anything replaces a cancelled one", [cancelled, cancelled, broken], 2],
  ])("%s", async (_, tries, counting) => {
    const attempts = tries.map((facts) => exampleAttempt("t1", 0, facts));
    await session("create", [headerRecord([t1]), ...attempts.map(attemptRecord)]);

    const result = await read();
    expect((await readAll(result)).attempts).toEqual([attempts[counting]]);
    expect(result.hidden).toEqual({ otherTask: 0, otherInput: 0, beyondK: 0 });
    const lines = readFileSync(folder.path("a.rollouts.jsonl"), "utf8").split("\n");
    expect(lines.filter((line) => line.includes('"type":"attempt"'))).toHaveLength(tries.length);
  });
});

describe("D6: the lock", () => {
  const path = () => folder.path("a.rollouts.jsonl");
  const lockOf = (pid: number, facts: object = {}) =>
    JSON.stringify({
      pid,
      host: execFileSync("hostname").toString().trim(),
      startedAt: "2026-01-02T03:04:05.000Z",
      processStart: "1",
      token: "01234567-89ab-4cde-8f01-23456789abcd",
      ...facts,
    });

  it("refuses a second writer and names the first, also through a link", async () => {
    const sink = await openResultFile(path(), { mode: "create" });
    await sink.append(headerRecord([t1]));
    symlinkSync(path(), folder.path("link"));

    await expect(openResultFile(folder.path("link"), { mode: "resume" })).rejects.toMatchObject({
      code: "result_locked",
      pid: process.pid,
      startedAt: expect.stringMatching(/^\d{4}-/),
      message: expect.stringContaining(`by process ${process.pid} on `),
    });
    await sink.close();
    const next = await openResultFile(folder.path("link"), { mode: "resume" });
    await next.close();
    expect(folder.names()).toEqual(["a.rollouts.jsonl", "link"]);
  });

  it.each([
    ["a process that is not there", () => lockOf(2 ** 22 + 1, { processStart: null })],
    ["a later process of the same number", () => lockOf(process.pid)],
  ])("takes over the lock of %s, and says so", async (_, lock) => {
    await session("create", [headerRecord([t1])]);
    writeFileSync(`${path()}.lock`, lock());

    const sink = await openResultFile(path(), { mode: "resume" });
    await sink.close();

    expect(sink.warnings).toEqual([
      expect.stringMatching(
        /^Took over the lock of process \d+ on ".*", which held it since "2026-01-02T03:04:05.000Z" and has died\.$/,
      ),
    ]);
    expect(folder.names()).toEqual(["a.rollouts.jsonl"]);
  });

  it.each([
    ["of another host", () => lockOf(1, { host: "elsewhere" }), "elsewhere"],
    ["that says nothing", () => "", "a process that it does not name"],
    ["that is no lock", () => "[]", "a process that it does not name"],
  ])("respects a lock %s, and says how to get rid of it", async (_, lock, who) => {
    await session("create", [headerRecord([t1])]);
    writeFileSync(`${path()}.lock`, lock());

    await expect(openResultFile(path(), { mode: "resume" })).rejects.toMatchObject({
      code: "result_locked",
      message: expect.stringMatching(new RegExp(`${who}.*delete .*a\\.rollouts\\.jsonl\\.lock`)),
    });
    expect(readFileSync(`${path()}.lock`, "utf8")).toBe(lock());
  });

  it("leaves the lock of somebody else alone when it closes", async () => {
    const sink = await openResultFile(path(), { mode: "create" });
    writeFileSync(`${path()}.lock`, lockOf(1));
    await sink.close();

    expect(readFileSync(`${path()}.lock`, "utf8")).toBe(lockOf(1));
  });
});
