import { readFile, writeFile } from "node:fs/promises";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { cellsIn, openWorkshop, type Session } from "./resumable.test-helper.ts";

vi.setConfig({ testTimeout: 300_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let fileCount = 0;
let undisturbed: Readonly<Record<string, string>>;

beforeAll(async () => {
  workshop = await openWorkshop();
  const path = workshop.path("undisturbed.rollouts.jsonl");
  await workshop.session(["--k", "2", "--out", path]);
  undisturbed = await cellsIn(path);
});
afterAll(() => workshop.close());

const labels = (...indexes: number[]) =>
  ["task 0", "task 1", "task 2"].flatMap((id) => indexes.map((index) => `${id}/${index}`));

/** Runs sessions, each killed at a write, until one comes to its end; no finished attempt may run again. */
async function runUntilComplete(
  path: string,
  killAt: (session: number) => number,
): Promise<Session[]> {
  const sessions: Session[] = [];
  while (sessions.at(-1)?.signal !== null) {
    const before = await cellsIn(path).catch(() => ({}));
    const args =
      sessions.length === 0 ? ["--k", "2", "--out", path] : ["--resume", path, "--k", "2"];
    const ended = await workshop.session(args, { killAt: killAt(sessions.length) });
    expect(ended.calls.filter((label) => label in before)).toEqual([]);
    sessions.push(ended);
  }
  return sessions;
}

describe("D15 fault 1: killed with SIGKILL", () => {
  it("at every write and sync, and resumed until complete: the grid of an undisturbed run", async () => {
    expect(Object.keys(undisturbed)).toEqual(labels(0, 1));
    let number = 0;
    let isKilled = true;
    while (isKilled) {
      number += 1;
      const path = workshop.path(`killed-${number}.rollouts.jsonl`);
      const killAt = number;
      // From the fourth on, each session gets at least one attempt to the disk before it dies.
      const sessions = await runUntilComplete(path, (session) =>
        session === 0 || killAt > 4 ? killAt : Number.POSITIVE_INFINITY,
      );
      isKilled = sessions.length > 1;
      expect(sessions.at(-1)).toMatchObject({ code: 0 });
      expect(await cellsIn(path)).toEqual(undisturbed);
    }
    expect(number).toBeGreaterThan(6);
  });

  it("at random writes, over and over", async () => {
    const kills = fc.array(fc.integer({ min: 3, max: 12 }), { minLength: 1, maxLength: 5 });
    await fc.assert(
      fc.asyncProperty(kills, async (numbers) => {
        const path = workshop.path(`random-${fileCount++}.rollouts.jsonl`);
        await runUntilComplete(path, (session) => numbers[session] ?? Number.POSITIVE_INFINITY);
        expect(await cellsIn(path)).toEqual(undisturbed);
      }),
      { numRuns: 4 },
    );
  });

  it("in the middle of attempts, by somebody else", async () => {
    const path = workshop.path("middle.rollouts.jsonl");
    const killed = await workshop.session(["--k", "2", "--concurrency", "2", "--out", path], {
      plan: { waitFrom: 1 },
      onStderr: (text, child) => text.includes("waits") && child.kill("SIGKILL"),
    });
    const before = await cellsIn(path);
    const rest = await workshop.session(["--resume", path]);
    expect(killed.signal).toBe("SIGKILL");
    expect(rest.calls).toContain("task 0/1");
    expect(rest.calls.filter((label) => label in before)).toEqual([]);
    expect(await cellsIn(path)).toEqual(undisturbed);
  });
});

describe("D17 fault 5: signals", () => {
  const tenOf = { taskCount: 1, waitFrom: 3 };
  const ten = ["--k", "10", "--concurrency", "2"];
  const untilTwoWait = (text: string) => text.split("waits").length === 3;

  it.each(["SIGINT", "SIGTERM"] as const)(
    "B15 %s keeps what finished, writes what was in flight as cancelled, exits 130",
    async (signal) => {
      const path = workshop.path(`my ${signal}.rollouts.jsonl`);
      let isSent = false;
      const ended = await workshop.session([...ten, "--out", path], {
        plan: tenOf,
        onStderr(text, child) {
          if (isSent || !untilTwoWait(text)) return;
          isSent = true;
          child.kill(signal);
        },
      });
      expect(ended.code).toBe(130);
      expect(ended.stdout).toContain("(3 of 10 planned attempts scored)");
      expect(ended.stdout).toContain(
        "partial (stopped early: aborted): 5 planned attempts did not run",
      );
      expect(ended.stderr).toContain(
        `To go on: npx rollouts run resumable.env.ts --resume '${path}' --k 10 --concurrency 2\n`,
      );
      const cells = await cellsIn(path);
      expect(Object.values(cells).filter((cell) => cell === "cancelled")).toHaveLength(2);
      expect(Object.keys(cells)).toHaveLength(5);

      const rest = await workshop.session(["--resume", path], { plan: { taskCount: 1 } });
      expect(rest).toMatchObject({ code: 0 });
      expect([...rest.calls].sort()).toEqual(
        [3, 4, 5, 6, 7, 8, 9].map((index) => `task 0/${index}`),
      );
      expect(rest.stderr).toContain("3 of 10 attempts stay, 7 to run");
    },
  );

  it("a second one ends it at once, and the file is still whole", async () => {
    const path = workshop.path("twice.rollouts.jsonl");
    let isSent = false;
    const ended = await workshop.session([...ten, "--out", path], {
      plan: tenOf,
      onStderr(text, child) {
        if (isSent || !untilTwoWait(text)) return;
        isSent = true;
        // Two of one kind may become one on their way.
        child.kill("SIGINT");
        child.kill("SIGTERM");
      },
    });
    // Which a shell calls 130, for both.
    expect(ended).toMatchObject({ signal: "SIGINT", stdout: "" });
    expect(ended.stderr).toContain(
      `\nTo go on: npx rollouts run resumable.env.ts --resume ${path} --k 10 --concurrency 2\n`,
    );
    // Those that had ended may not have been safe yet.
    const safe = Object.keys(await cellsIn(path));
    expect(ended.calls.slice(0, 3)).toEqual(expect.arrayContaining(safe));

    const rest = await workshop.session(["--resume", path], { plan: { taskCount: 1 } });
    expect(rest).toMatchObject({ code: 0 });
    expect([...safe, ...rest.calls].sort()).toEqual(
      Array.from({ length: 10 }, (_, index) => `task 0/${index}`),
    );
    expect(rest.stderr).toMatch(/warning: Took over the lock of process \d+/);
  });
});

it("D6 fault 6: a second process on the file exits 2 and names the first, which goes on", async () => {
  const path = workshop.path("shared.rollouts.jsonl");
  const seconds: Promise<Session>[] = [];
  let pid: number | undefined;
  const first = await workshop.session(["--k", "2", "--out", path], {
    plan: { taskCount: 1, waitFrom: 1 },
    onStderr(text, child) {
      if (!text.includes("waits") || seconds.length > 0) return;
      pid = child.pid;
      const second = workshop.session(["--resume", path], { plan: { taskCount: 1 } });
      seconds.push(second);
      void second.finally(() => child.kill("SIGTERM"));
    },
  });
  const [second] = await Promise.all(seconds);
  expect(second).toMatchObject({ code: 2, stdout: "", calls: [] });
  expect(second?.stderr).toContain(`the file is being written by process ${pid} on `);
  expect(first.code).toBe(130);
  expect(await cellsIn(path)).toMatchObject({ "task 0/1": "cancelled" });
});

it("D16 fault 4: on a full disk it exits 5, what was announced is there, and it is resumed", async () => {
  const path = workshop.path("full.rollouts.jsonl");
  const plan = { answerBytes: 3000 };
  const full = await workshop.session(["--k", "4", "--concurrency", "1", "--out", path], {
    plan,
    fileBlocks: 24,
  });
  expect(full.code).toBe(5);
  expect(full.stderr).toContain("until its sink failed: ");
  expect(full.stderr).toContain("EFBIG");
  expect(full.stderr).toContain(
    `To go on: npx rollouts run resumable.env.ts --resume ${path} --k 4`,
  );
  const safe = Object.keys(await cellsIn(path));
  const [, committed] = /with (\d+) of its attempts safe/.exec(full.stderr) ?? [];
  expect(safe).toHaveLength(Number(committed));
  expect(safe.length).toBeGreaterThan(0);

  const rest = await workshop.session(["--resume", path], { plan });
  expect(rest.code).toBe(0);
  expect([...safe, ...rest.calls].sort()).toEqual(labels(0, 1, 2, 3));
});

it("B13 an error storm leaves a whole file and says how to try again what it left", async () => {
  const path = workshop.path("storm.rollouts.jsonl");
  const down = await workshop.session(["--k", "5", "--out", path], { plan: { fails: true } });
  expect(down.code).toBe(4);
  expect(down.stderr).toContain(`--resume ${path} --retry errors --k 5\n`);
  const failed = await cellsIn(path);
  expect(new Set(Object.values(failed))).toEqual(new Set(["error"]));

  const unscored = await workshop.session(["--resume", path, "--retry", "unscored"], {
    plan: { fails: true },
  });
  expect(unscored.code).toBe(4);
  expect(unscored.stderr).toContain(`--resume ${path} --retry unscored\n`);
  const none = await workshop.session(["--resume", path, "--retry", "none"], {
    plan: { fails: true },
  });
  expect(none.stderr).toContain(`--resume ${path} --retry errors\n`);

  const kept = await workshop.session(["--resume", path, "--k", "1"]);
  expect(kept.calls.filter((label) => label in failed)).toEqual([]);
  const rest = await workshop.session(["--resume", path, "--k", "5", "--retry", "errors"]);
  expect(rest.code).toBe(0);
  const cells = Object.values(await cellsIn(path));
  expect(cells).toHaveLength(15);
  expect(cells).not.toContain("error");
});

describe("what resuming says", () => {
  it("D18 nothing to do on a complete file, and exits 0", async () => {
    const path = workshop.path("undisturbed.rollouts.jsonl");
    const ended = await workshop.session(["--resume", path]);
    expect(ended).toMatchObject({ code: 0, calls: [] });
    expect(ended.stdout).toContain("\nnothing to do: all 6 attempts are there\n");
    expect(await cellsIn(path)).toEqual(undisturbed);
  });

  it("D19 B5 B6 what would run and why, and that a lower k hides attempts", async () => {
    const path = workshop.path("explained.rollouts.jsonl");
    await workshop.session(["--k", "2", "--out", path]);
    const bytes = await readFile(path, "utf8");
    const plan = { inputs: { 1: "edited" } };
    const explained = await workshop.session(["--resume", path, "--k", "3", "--explain"], { plan });
    expect(explained).toMatchObject({ code: 0, calls: [] });
    expect(explained.stdout).toBe(
      [
        "4 of 9 attempts stay, 5 to run, 0 to score again (raised k: 2 tasks; other input: 1 task)",
        "  task 0  run 2: raised k",
        "  task 1  run 0-2: other input",
        "  task 2  run 2: raised k",
        "",
      ].join("\n"),
    );
    const json = await workshop.session(["--resume", path, "--explain", "--json"], { plan });
    expect(JSON.parse(json.stdout)).toMatchObject({ k: 2, keptCount: 4, runCount: 2 });
    expect(await readFile(path, "utf8")).toBe(bytes);

    const edited = await workshop.session(["--resume", path], { plan });
    expect([...edited.calls].sort()).toEqual(["task 1/0", "task 1/1"]);
    expect(edited.stdout).toContain("more on disk: 2 on earlier inputs");
    const lowered = await workshop.session(["--resume", path, "--k", "1"]);
    expect(lowered.calls).toEqual([]);
    expect(lowered.stdout).toContain("more on disk: 3 beyond k, 2 on earlier inputs");
  });

  it("B3 that a torn last line was cut off; damage elsewhere is refused with its place", async () => {
    const path = workshop.path("torn.rollouts.jsonl");
    await workshop.session(["--k", "2", "--out", path]);
    const text = await readFile(path, "utf8");
    const lines = text.split("\n");
    await writeFile(path, text.slice(0, -(lines.at(-2)?.length ?? 0) + 20));
    const torn = await workshop.session(["--resume", path]);
    expect(torn).toMatchObject({ code: 0, calls: [] });
    expect(torn.stderr).toMatch(/warning: The last line has no end: \d+ bytes were cut off/);

    await writeFile(path, text.replace('"task 1"', '"task X"'));
    const damaged = await workshop.session(["--resume", path]);
    expect(damaged).toMatchObject({ code: 2, stdout: "", calls: [] });
    expect(damaged.stderr).toContain(`${path}, line 1 (byte 0): `);
  });

  it("that another agent cannot go on, with the parts", async () => {
    const path = workshop.path("undisturbed.rollouts.jsonl");
    const ended = await workshop.session(["--resume", path], { plan: { version: "2" } });
    expect(ended).toMatchObject({ code: 2, stdout: "", calls: [] });
    expect(ended.stderr).toContain('they differ in "agent, policy.agent"');
  });

  it("with --json, counts and the file, and nothing else on standard output", async () => {
    const path = workshop.path("undisturbed.rollouts.jsonl");
    const ended = await workshop.session(["--resume", path, "--json"]);
    expect(JSON.parse(ended.stdout)).toMatchObject({
      resultFile: path,
      resume: { keptCount: 6, runCount: 0 },
    });
  });
});

describe("a file whose run died before its header was safe", () => {
  const headerStart = '{"type":"header","format":1,"env"';

  it.each([
    ["is empty", ""],
    ["holds a part of it", headerStart],
  ])("%s: D19 what is explained, and counted by --dry-run, is what then runs", async (_, text) => {
    const path = workshop.path(`headless-${text.length}.rollouts.jsonl`);
    await writeFile(path, text);
    const args = ["--resume", path, "--k", "2", "--sample", "2"];
    const explained = await workshop.session([...args, "--explain"]);
    expect(explained).toMatchObject({ code: 0, calls: [] });
    expect(explained.stderr).toContain(
      `warning: ${path} has no header: its run died before it began, so everything is to run.\n`,
    );
    expect(explained.stdout).toMatch(
      /^0 of 4 attempts stay, 4 to run, 0 to score again \(new task: 2 tasks\)\n( {2}task \d {2}run 0-1: new task\n){2}$/,
    );
    const counted = await workshop.session([...args, "--dry-run", "--json"]);
    expect(JSON.parse(counted.stdout)).toMatchObject({ k: 2, attemptCount: 4 });
    const json = await workshop.session(["--resume", path, "--explain", "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ k: 8, runCount: 24, droppedTaskIds: [] });
    expect(await readFile(path, "utf8")).toBe(text);

    const ended = await workshop.session(args);
    expect(ended).toMatchObject({ code: 0 });
    const sampled = explained.stdout.match(/task \d/g)?.sort();
    const ran = ended.calls.map((label) => label.replace(/\/\d$/, "")).sort();
    expect(ran).toEqual(sampled?.flatMap((id) => [id, id]));
  });

  it("is refused when it is no result file, or damaged", async () => {
    const path = workshop.path("foreign.txt");
    await writeFile(path, "my notes");
    for (const option of ["--explain", "--dry-run"]) {
      const ended = await workshop.session(["--resume", path, option]);
      expect(ended).toMatchObject({ code: 2, stdout: "" });
      expect(ended.stderr).toContain("so this is no result file");
    }
  });
});

describe("misuse exits 2", () => {
  it.each<[string, (path: (name: string) => string) => string[], string]>([
    [
      "a file that is there",
      (path) => ["--out", path("undisturbed.rollouts.jsonl")],
      "Go on with it: npx rollouts run resumable.env.ts --resume ",
    ],
    [
      "a file that is not there",
      (path) => ["--resume", path("nowhere")],
      "the file cannot be read: ENOENT",
    ],
    ["both", () => ["--out", "a", "--resume", "b"], "cannot be used with option '--resume <path>'"],
    ["--retry alone", () => ["--retry", "errors"], "--retry is about a run that goes on"],
    ["--explain alone", () => ["--explain"], "--explain is about a run that goes on"],
    [
      "a --retry that is none",
      () => ["--resume", "a", "--retry", "all"],
      "Allowed choices are none, errors, unscored.",
    ],
    ["a name that is none", () => ["--out", ""], "--out needs the name of a file."],
    ["a result that is none", () => ["--resume", "provider.ts"], "provider.ts, line 1 (byte 0): "],
  ])("%s", async (_, args, message) => {
    const ended = await workshop.session(args(workshop.path));
    expect(ended).toMatchObject({ code: 2, stdout: "", calls: [] });
    expect(ended.stderr).toContain(message);
  });

  it("and leaves no empty file behind", async () => {
    const path = workshop.path("refused.rollouts.jsonl");
    const args = ["--out", path, "--model", "./provider.ts:x"];
    expect(await workshop.session(args)).toMatchObject({ code: 2, stdout: "" });
    expect(await workshop.session(["--k", "1", "--out", path])).toMatchObject({ code: 0 });
  });
});
