import { copyFile } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "./workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let path: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  path = await workshop.record("a.rollouts.jsonl", { a: "11", b: "10" });
});
afterAll(() => workshop.close());

describe("rollouts merge", () => {
  it("tells what several files had, also as JSON", async () => {
    const out = workshop.path("twice.rollouts.jsonl");
    const ended = await rollouts(["merge", path, path, "--out", out, "--json"]);
    expect(JSON.parse(ended.stdout)).toEqual({
      path: out,
      taskCount: 2,
      attemptCount: 4,
      duplicateCount: 4,
    });
  });

  it("tells the name of a file on one line, which a CI log does not obey", async () => {
    const ended = await rollouts(["merge", path, "--out", "\n::error::q"], {
      cwd: workshop.folder,
    });
    expect(ended.stdout).toMatch(/^merged 1 files: .*\n {2}\\n::error::q\n$/);
    expect(ended.code).toBe(0);
  });

  it("exits 2 for files of other agents, for a file that is there, and without --out", async () => {
    const more = { version: "2" };
    const other = await workshop.record("other.rollouts.jsonl", { a: "11", b: "10" }, more);
    const mixed = await rollouts(["merge", path, other, "--out", workshop.path("c")]);
    expect(mixed).toMatchObject({ code: 2, stdout: "" });
    expect(mixed.stderr).toContain('differ in "agent"');
    expect(await rollouts(["merge", path, "--out", other])).toMatchObject({ code: 2, stdout: "" });
    const without = await rollouts(["merge", path]);
    expect(without.stderr).toContain("required option '--out <path>' not specified");
    expect(without).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("rollouts merge --shards", () => {
  const shard = (part: string) => workshop.path(`${part}.rollouts.jsonl`);
  const parts = ["1", "2", "3"];
  beforeAll(async () => {
    const plan = { outcomes: { a: "1", b: "1", c: "1" } };
    for (const part of parts) {
      const args = ["--k", "1", "--shard", `${part}/3`, "--out", shard(part)];
      await rollouts(["run", "outcomes.env.ts", ...args], { plan });
    }
  });

  it("joins as many as there are to be", async () => {
    const out = workshop.path("whole-run.rollouts.jsonl");
    const ended = await rollouts(["merge", ...parts.map(shard), "--shards", "3", "--out", out]);
    expect(ended.stdout).toContain("merged 3 files: 3 attempts of 3 tasks");
    expect(ended.code).toBe(0);
  });

  it.each([
    [["1", "3"], "--shards 3 needs 3 files, and there are 2: "],
    [["1", "2", "3", "1"], "--shards 3 needs 3 files, and there are 4: "],
    [["1", "3", "3"], "3.rollouts.jsonl is the same file as "],
  ])("exits 2 for %j of 3, and writes nothing", async (given, message) => {
    const out = workshop.path("part.rollouts.jsonl");
    const ended = await rollouts(["merge", ...given.map(shard), "--shards", "3", "--out", out]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
    await expect(workshop.read("part.rollouts.jsonl")).rejects.toThrow("ENOENT");
  });

  it("exits 2 for a copy of a shard in place of another, and writes nothing", async () => {
    const copy = workshop.path("copy.rollouts.jsonl");
    await copyFile(shard("1"), copy);
    const out = workshop.path("part.rollouts.jsonl");
    const given = [shard("1"), copy, shard("3")];
    const ended = await rollouts(["merge", ...given, "--shards", "3", "--out", out]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    const [, id] = /both have the task "(\w)"/.exec(ended.stderr) ?? [];
    expect(ended.stderr).toBe(
      `rollouts: ${copy} and ${shard("1")} both have the task "${id}": --shards takes shards of one run, which share none.\n`,
    );
    await expect(workshop.read("part.rollouts.jsonl")).rejects.toThrow("ENOENT");
  });
});

it("a file that was joined of two is to be merged, in one advice", async () => {
  const text = await workshop.read("a.rollouts.jsonl");
  const joined = await workshop.write("joined.rollouts.jsonl", `${text}${text}`);
  const shown = await rollouts(["show", joined]);
  expect(shown).toMatchObject({ code: 2, stdout: "" });
  expect(shown.stderr).toMatch(
    /: a second header: two files cannot be joined like this\. npx rollouts merge <files\.\.\.> --out <path> joins them\.\n$/,
  );
});

describe("rollouts salvage", () => {
  it("recovers what is whole and says what it left", async () => {
    const text = await workshop.read("a.rollouts.jsonl");
    const lines = text.split("\n");
    const damaged = lines.map((line, index) =>
      index === 3 ? `${line.slice(0, 9)}\u001b[2J` : line,
    );
    const broken = await workshop.write("broken.rollouts.jsonl", damaged.join("\n"));
    const shown = await rollouts(["show", broken]);
    expect(shown).toMatchObject({ code: 2, stdout: "" });
    const whole = broken.replace("broken", "broken.salvaged");
    expect(shown.stderr).toContain(
      `npx rollouts salvage '${broken}' '${whole}' recovers the other lines.`,
    );
    const out = workshop.path("whole.rollouts.jsonl");
    const ended = await rollouts(["salvage", broken, out]);
    expect(ended.stdout).toMatch(/^recovered 3 attempts in \d+ lines, left \d\n {2}line 4 \(/);
    expect(ended.stdout).not.toContain("\u001b");
    expect(ended.code).toBe(0);
    expect((await rollouts(["show", out])).stdout).toContain("3 of 4 planned attempts scored");
    const again = await rollouts(["salvage", broken, out]);
    expect(again).toMatchObject({ code: 2, stdout: "" });
  });
});
