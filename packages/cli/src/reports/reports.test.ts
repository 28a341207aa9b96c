import { readdir } from "node:fs/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "../workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

const plan = { outcomes: { a: "10", b: "1x" } };
const run = ["run", "outcomes.env.ts", "--k", "2", "--reporter", "none"];

describe("--report", () => {
  it("writes each file in the format that its name asks for, with the verdict, making folders", async () => {
    const names = ["a.json", "a.junit.xml", "A.MD", "a.csv", "a.html"];
    const reports = names.flatMap((name) => ["--report", workshop.path(`reports/${name}`)]);
    const ended = await rollouts([...run, ...reports, "--min-pass-rate", "0.9"], { plan });
    expect(ended).toMatchObject({ code: 1, stderr: "" });
    expect((await readdir(workshop.path("reports"))).sort()).toEqual([...names].sort());
    const texts = await Promise.all(names.map((name) => workshop.read(`reports/${name}`)));
    expect(JSON.parse(texts[0] ?? "")).toMatchObject({
      env: "outcomes",
      verdict: { outcome: "failed" },
    });
    expect(texts[1]).toMatch(/^<\?xml .*<testsuite name="gates"/s);
    expect(texts[2]).toMatch(/^## `outcomes`\n.*minPassRate/s);
    expect(texts[3]).toMatch(/^task_id,attempt_index,/);
    expect(texts[4]).toMatch(/^<!doctype html>/i);
  });

  it("rollouts show writes the same out of a result file", async () => {
    const path = await workshop.record("shown.rollouts.jsonl", plan.outcomes);
    const report = workshop.path("shown.csv");
    expect(await rollouts(["show", path, "--report", report])).toMatchObject({ code: 0 });
    expect((await workshop.read("shown.csv")).trim().split("\r\n")).toHaveLength(5);
  });

  it.each([
    ["a.txt", "it must end in .json, .junit.xml, .md, .csv or .html"],
    ["a.rollouts.jsonl", "Result files (.rollouts.jsonl) are for --out."],
    ["json", "the name says the format"],
    ["", "--report needs the name of a file."],
    [".", "--report . is a folder; name a file."],
  ])("%j is refused with exit code 2 before anything runs", async (name, message) => {
    const ended = await rollouts([...run, "--report", name], { plan });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("one file for two results is refused", async () => {
    const path = workshop.path("twice.json");
    const ended = await rollouts([...run, "--report", path, "--out", path], { plan });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(`--report ${path} is the same file as --out ${path}, which`);
  });

  it("a report that cannot be written exits 5; the result and the others are there", async () => {
    const good = workshop.path("good.md");
    const tooLong = workshop.path(`${"x".repeat(251)}.json`);
    const ended = await rollouts(
      [...run, "--report", tooLong, "--report", good, "--min-pass-rate", "1"],
      { plan },
    );
    expect(ended.stderr).toMatch(/^rollouts: Cannot write .*x\.json: ENAMETOOLONG.*\n$/);
    expect(ended.stdout).toContain("gates: failed");
    expect(await workshop.read("good.md")).toContain("outcomes");
    expect(ended.code).toBe(5);
  });

  it("a report has the longest name that the system allows", async () => {
    const name = `${"x".repeat(250)}.json`;
    const ended = await rollouts([...run, "--report", workshop.path(name)], { plan });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(await workshop.read(name))).toMatchObject({ env: "outcomes" });
  });

  it("on a full disk exits 5, leaves what was there, and no draft", async () => {
    const path = await workshop.write("full.html", "old");
    const ended = await rollouts([...run, "--report", path], { plan, fileBlocks: 2 });
    expect(ended.stderr).toContain("EFBIG");
    expect(ended.stdout).toContain("pass rate: 0.67");
    expect(ended.code).toBe(5);
    expect(await workshop.read("full.html")).toBe("old");
    expect((await readdir(workshop.folder)).filter((name) => name.endsWith(".tmp"))).toEqual([]);
  });
});

describe("on GitHub Actions", () => {
  it("appends to the job's summary and annotates on standard error", async () => {
    const summary = await workshop.write("summary.md", "before\n");
    const ended = await rollouts([...run, "--min-pass-rate", "0.9", "--json"], {
      plan,
      env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: summary },
    });
    expect(await workshop.read("summary.md")).toMatch(/^before\n## `outcomes`\n.*minPassRate/s);
    expect(ended.stderr).toMatch(/^::error title=outcomes%3A minPassRate%3A failed::/);
    expect(ended.stderr).toContain("::notice title=outcomes::pass rate: 0.67 (3 of 4");
    expect(JSON.parse(ended.stdout)).toMatchObject({ verdict: { outcome: "failed" } });
    expect(ended.code).toBe(1);
  });

  it("a summary that cannot be written is a warning", async () => {
    const ended = await rollouts(run, {
      plan,
      env: { GITHUB_ACTIONS: "true", GITHUB_STEP_SUMMARY: workshop.folder },
    });
    expect(ended.stderr).toContain("warning: no job summary: EISDIR");
    expect(ended.code).toBe(0);
  });
});
