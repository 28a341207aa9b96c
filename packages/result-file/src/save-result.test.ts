import {
  chmodSync,
  closeSync,
  openSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import {
  type AttemptResult,
  type CompletedRun,
  defineEnvironment,
  functionAgent,
  RolloutResult,
  summarize,
} from "@rollouts/core";
import { runRollouts } from "@rollouts/runner";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import {
  attemptRecord,
  broken,
  exampleAttempt,
  exampleHeader,
  exampleResult,
  exampleTask,
  failed,
  headerRecord,
} from "./__fixtures__/example.ts";
import { useFolder } from "./__fixtures__/folder.ts";
import { readAll } from "./__fixtures__/read.ts";
import { writeSession } from "./__fixtures__/session.ts";
import { loadResult } from "./load-result.ts";
import { openResultFile } from "./open-result-file.ts";
import { readResultFile, readStoredResult } from "./read-result-file.ts";
import { saveResult } from "./save-result.ts";

const folder = useFolder(beforeEach, afterEach);
const completedRun = exampleAttempt("t1", 0).run as CompletedRun<unknown>;
const path = () => folder.path("a.rollouts.jsonl");
const result = () =>
  exampleResult(
    [
      exampleTask("t1", { metadata: { split: "train" } }),
      exampleTask("t2", { expected: undefined }),
    ],
    [
      exampleAttempt("t1", 0),
      exampleAttempt("t1", 1, failed),
      exampleAttempt("t2", 0, broken),
      exampleAttempt("t2", 1, {
        ...failed,
        metrics: { length: { score: { value: 0.1, passed: false }, unscored: null } },
        scorerUsage: { inputTokens: 3 },
      }),
    ],
  );

describe("saveResult and loadResult", () => {
  it("P1 P2: a result comes back as it was: attempts, summary, grid, diff", async () => {
    const env = defineEnvironment({
      name: "sums",
      agent: functionAgent({ run: (_, { attemptIndex }) => (attemptIndex === 0 ? "1" : "2") }),
      tasks: [
        { id: "a", input: "x", expected: "1" },
        { id: "b", input: "y", expected: "3" },
      ],
      scorer: { score: (run, expected) => run.output === expected, version: "1" },
    });
    const ran = await runRollouts(env, { k: 2 });

    await saveResult(ran, path());
    const loaded = await loadResult(path());

    expect(loaded).toEqual(ran);
    expect(loaded.summary()).toEqual(ran.summary());
    expect(String(loaded)).toBe(String(ran));
    const diff = loaded.diff(ran);
    expect(diff.rows.map(({ delta }) => delta)).toEqual([0, 0]);
    expect([diff.improved, diff.regressed]).toEqual([[], []]);
  });

  it("P1: a run comes back from its sink with its warnings and abandoned attempts", async () => {
    const env = defineEnvironment({
      name: "hangs",
      agent: functionAgent({ run: () => new Promise<string>(() => {}), identity: "hangs" }),
      tasks: [{ id: "a", input: "x", expected: "1" }],
      scorer: { score: (run, expected) => run.output === expected, version: "1" },
      timeoutMs: 20,
    });
    const sink = await openResultFile(path(), { mode: "create" });
    const ran = await runRollouts(env, { k: 2, sink });

    const loaded = await loadResult(path());

    expect(ran).toMatchObject({
      abandonedCount: 2,
      warnings: [expect.stringContaining("2 attempt(s) did not stop")],
    });
    expect(loaded).toEqual(ran);
  });

  it("P2: summaries come from the file without loading it", async () => {
    await saveResult(result(), path());

    expect(await summarize(await readResultFile(path()))).toEqual(result().summary());
    expect((await readAll(await readResultFile(path()))).attempts).toEqual(
      (await readAll(result())).attempts,
    );
  });

  it("keeps warnings and abandoned attempts, and so does saving again, byte for byte", async () => {
    const noted = Object.assign(result(), { warnings: ["careful"], abandonedCount: 3 });

    await saveResult(noted, path());
    const loaded = await loadResult(path());
    await saveResult(loaded, folder.path("b.rollouts.jsonl"));

    expect(loaded).toMatchObject({ warnings: ["careful"], abandonedCount: 3 });
    expect(readFileSync(folder.path("b.rollouts.jsonl"))).toEqual(readFileSync(path()));
  });

  it("keeps them also of a result from another copy of core", async () => {
    vi.resetModules();
    const other = await import("@rollouts/core");
    const { header, taskResults } = result();
    const notes = { warnings: ["careful"], abandonedCount: 3 };
    const foreign = new other.RolloutResult({ header, taskResults, ...notes });
    expect(foreign).not.toBeInstanceOf(RolloutResult);

    await saveResult(foreign, path());

    expect(await loadResult(path())).toMatchObject(notes);
  });

  it("takes what is odd about a file for no warning of the run", async () => {
    await saveResult(result(), path());
    writeFileSync(path(), `${readFileSync(path(), "utf8")}{"torn`);
    const torn = await readResultFile(path());
    expect(torn.warnings).toHaveLength(1);

    await saveResult(torn, folder.path("b.rollouts.jsonl"));

    expect((await loadResult(folder.path("b.rollouts.jsonl"))).warnings).toEqual([]);
  });

  it("P6: makes the folders above", async () => {
    await saveResult(result(), folder.path("no/such/x.rollouts.jsonl"));

    expect((await loadResult(folder.path("no/such/x.rollouts.jsonl"))).taskResults).toHaveLength(2);
  });

  it("replaces what was there, keeps its permissions, and follows a link to it", async () => {
    writeFileSync(path(), "old");
    chmodSync(path(), 0o600);
    symlinkSync(path(), folder.path("link"));

    await saveResult(result(), folder.path("link"));

    expect((await loadResult(path())).taskResults).toHaveLength(2);
    expect(statSync(path()).mode & 0o777).toBe(0o600);
    expect(folder.names()).toEqual(["a.rollouts.jsonl", "link"]);
  });

  it("D14: says of what was read before that another file has its place now, and never mixes the two", async () => {
    await saveResult(result(), path());
    const before = await readResultFile(path());
    const replanned = before.replan({ header: before.header, tasks: [exampleTask("t1")] });
    const longer = exampleAttempt("t1", 0, { ...broken, error: "x".repeat(5000) });
    await saveResult(exampleResult([exampleTask("t1")], [longer]), path());

    for (const source of [before, replanned]) {
      await expect(readAll(source)).rejects.toMatchObject({
        name: "ResultFormatError",
        line: 0,
        message: `${path()}: the file cannot be read: another file has taken its place since it was read; read that one`,
      });
    }
    const { attempts } = await readAll(await readResultFile(path()));
    expect(attempts).toEqual([longer]);
  });

  it.each([
    ["another verdict", { durationMs: 6 }],
    ["another transcript", { run: { ...completedRun, text: "43" } }],
    ["nothing", null],
  ])("D14: gives nothing of what was written over it: %s", async (_, facts) => {
    const written = async (changes: Partial<AttemptResult>) => {
      await saveResult(
        exampleResult([exampleTask("t1")], [exampleAttempt("t1", 0, changes)]),
        path(),
      );
      return readFileSync(path());
    };
    const other = facts === null ? "" : await written(facts);
    await written({});
    const before = await readStoredResult(path());
    const [task] = before.plan.tasks.values();
    const [selected] = task === undefined ? [] : before.select(task);
    if (selected === undefined) throw new Error("no attempt");
    // The same file to the system, as one may be that has got the number of the one before.
    writeFileSync(path(), other);

    const replaced = {
      name: "ResultFormatError",
      message: expect.stringContaining("another file has taken its place since it was read"),
    };
    await expect(readAll(before)).rejects.toMatchObject(replaced);
    await expect(before.readBytes(selected)).rejects.toMatchObject(replaced);
  });

  it("P3 P4: a value that JSON cannot carry costs neither the save nor the old file", async () => {
    writeFileSync(path(), "precious baseline");
    const odd = exampleResult(
      [exampleTask("t1", { expected: { f: () => 1, n: 1n } })],
      [exampleAttempt("t1", 0)],
    );

    await saveResult(odd, path());

    expect((await loadResult(path())).taskResults[0]?.task.expected).toEqual({ n: 1n });
  });

  it("D5 P3: a result that does not fit the format is refused, and the old file stays", async () => {
    writeFileSync(path(), "precious baseline");
    const wrong = exampleResult(
      [exampleTask("t1")],
      [exampleAttempt("t1", 0, { score: { value: 2, passed: true } })],
    );

    await expect(saveResult(wrong, path())).rejects.toMatchObject({
      code: "invalid_argument",
      message: expect.stringContaining('its member "score'),
    });
    expect(readFileSync(path(), "utf8")).toBe("precious baseline");
    expect(folder.names()).toEqual(["a.rollouts.jsonl"]);
  });

  it("refuses to replace a file that a run is writing, and a folder", async () => {
    const sink = await openResultFile(path(), { mode: "create" });
    await expect(saveResult(result(), path())).rejects.toMatchObject({ code: "result_locked" });
    await sink.close();
    await expect(saveResult(result(), folder.path("."))).rejects.toMatchObject({
      code: "result_write",
      message: expect.stringContaining("is not a regular file"),
    });
  });

  it.runIf(process.platform === "linux")(
    "refuses a link to a file that a process has open, such as its output",
    async () => {
      writeFileSync(folder.path("output"), "printed");
      const output = openSync(folder.path("output"), "r");
      symlinkSync(`/proc/self/fd/${output}`, path());
      await expect(saveResult(result(), path())).rejects.toMatchObject({
        code: "result_write",
        message: expect.stringContaining('rollouts.jsonl" leads into /proc or /dev'),
      });
      closeSync(output);
      expect(readFileSync(folder.path("output"), "utf8")).toBe("printed");
      expect(folder.names()).toEqual(["a.rollouts.jsonl", "output"]);
    },
  );

  it("P9 P10: a missing file, and arguments that are none, are named", async () => {
    await expect(loadResult(folder.path("none"))).rejects.toMatchObject({
      code: "result_format",
      line: 0,
      message: expect.stringMatching(/none: the file cannot be read: ENOENT/),
    });
    await expect(loadResult(7 as never)).rejects.toMatchObject({ code: "invalid_argument" });
    await expect(saveResult(Promise.resolve() as never, path())).rejects.toMatchObject({
      code: "invalid_argument",
    });
    await expect(saveResult(result(), "")).rejects.toMatchObject({ code: "invalid_argument" });
  });

  it("D26: a file without an end loads as cut off, for no known reason, and is saved as one", async () => {
    await writeSession(path(), "create", [
      headerRecord([exampleTask("t1")]),
      attemptRecord(exampleAttempt("t1", 0, { durationMs: 7 })),
    ]);

    const loaded = await loadResult(path());
    await saveResult(loaded, folder.path("copy.rollouts.jsonl"));

    for (const result of [loaded, await loadResult(folder.path("copy.rollouts.jsonl"))]) {
      expect(result).toMatchObject({
        status: "stopped",
        stoppedEarly: null,
        isCutOff: true,
        durationMs: null,
        warnings: [expect.stringMatching(/^The file does not say how its run ended/)],
      });
      expect(result.summary()).toMatchObject({ attemptCount: 1, notRunCount: 1, coverage: 0.5 });
    }
    expect(await summarize(await readResultFile(path()))).toEqual(loaded.summary());
  });

  it("P11: transcripts are written as they are, nothing is redacted", async () => {
    await saveResult(result(), path());

    expect(readFileSync(path(), "utf8")).toContain("What is t1?");
  });

  it("a result without fingerprints is saved and loaded, too", async () => {
    const without = {
      ...exampleHeader,
      envFingerprint: null,
      policyFingerprint: null,
      envParts: {},
      policyParts: {},
    };
    await saveResult(
      exampleResult([exampleTask("t1")], [exampleAttempt("t1", 0)], without),
      path(),
    );

    expect(await loadResult(path())).toMatchObject({
      envFingerprint: null,
      policyFingerprint: null,
    });
  });
});
