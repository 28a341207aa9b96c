import { RolloutResult, toTaskResult } from "@rollouts/core";
import { loadResult, saveResult } from "@rollouts/result-file";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "./workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let path: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  path = await workshop.record("a.rollouts.jsonl", { "a/b": "10", c: "1x" });
});
afterAll(() => workshop.close());

describe("rollouts show", () => {
  it("prints what the run printed", async () => {
    const { stdout, stderr, code } = await rollouts(["show", path]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(stdout.replace(/\d+s\n/, "Ns\n")).toBe(
      [
        "outcomes                 k=2 · 4 attempts · Ns",
        "  a/b   █░   1/2   0.50   learning zone",
        "  c     █▲   1/1   1.00   1 unscored",
        "  first error: Error: no luck with 1",
        "",
        "pass rate: 0.67 (3 of 4 planned attempts scored)",
        "learning zone: 1 of 2 tasks",
        "",
      ].join("\n"),
    );
  });

  it("prints attempts with --details", async () => {
    const failed = await rollouts(["show", path, "--details", "failed"]);
    expect(failed.stdout).toContain("  attempt 1: FAIL");
    expect(failed.stdout).not.toContain("PASS");
    const all = await rollouts(["show", path, "--details", "all", "--attempts", "1"]);
    expect(all.stdout).toContain("  attempt 0: PASS");
    expect(all.stdout).toContain("... 1 more");
    for (const { stdout } of [failed, all]) {
      expect(stdout.match(/^pass rate: .*$/gm)).toEqual([
        "pass rate: 0.67 (3 of 4 planned attempts scored)",
      ]);
      expect(stdout).toContain("learning zone: 1 of 2 tasks");
    }
  });

  it("prints the summary with --json", async () => {
    const { stdout } = await rollouts(["show", path, "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      passRate: 2 / 3,
      errors: { c: ["Error: no luck with 1"] },
      warnings: [],
      verdict: null,
    });
  });

  it.each([
    [["show", "nowhere"], "the file cannot be read: ENOENT"],
    [["show", "provider.ts"], "provider.ts, line 1 (byte 0): "],
    [["show"], "missing required argument 'file'"],
  ])("%j exits 2", async (args, message) => {
    const ended = await rollouts(args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("--attempts alone exits 2", async () => {
    const ended = await rollouts(["show", path, "--attempts", "1"]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("--attempts needs --details");
  });
});

describe("D26: a file without an end", () => {
  let cut: string;
  beforeAll(async () => {
    const text = await workshop.read("a.rollouts.jsonl");
    cut = await workshop.write("cut.rollouts.jsonl", text.replace(/^{"type":"end".*\n/m, ""));
  });

  it.each([[[]], [["--details", "all"]]])("is shown as cut off: %j", async (options) => {
    const ended = await rollouts(["show", cut, ...options]);
    expect(ended.stdout).toMatch(/^ *the run was cut off or goes on$/m);
    expect(ended.stdout).not.toMatch(/aborted|stopped early/);
  });

  it("is told as cut off in JSON and in every report that has the numbers of a result", async () => {
    const names = ["cut.json", "cut.md", "cut.html", "cut.junit.xml"];
    const reports = names.flatMap((name) => ["--report", workshop.path(name)]);
    const ended = await rollouts(["show", cut, "--json", ...reports]);
    const [json = "", ...texts] = await Promise.all(names.map((name) => workshop.read(name)));
    for (const found of [ended.stdout, json].map((text) => JSON.parse(text))) {
      expect(found).toMatchObject({ isCutOff: true, stoppedEarly: null });
    }
    for (const text of texts) {
      expect(text).toContain("the run was cut off or goes on");
      expect(text).not.toMatch(/aborted|stopped early/);
    }
  });

  it.each([
    ["show", ["show"]],
    ["attempt", ["attempt", "c/0"]],
    ["export", ["export", "zone.jsonl"]],
    ["diff", ["diff", "a.rollouts.jsonl"]],
  ])("is warned of by rollouts %s", async (_, [command = "", ...rest]) => {
    const args = rest.map((name) => (name.endsWith("l") ? workshop.path(name) : name));
    const { stderr, code } = await rollouts([command, cut, ...args]);
    expect(stderr).toContain("The file does not say how its run ended: it goes on, or its process");
    expect(code).toBe(0);
  });
});

describe("rollouts attempt", () => {
  it("prints one attempt in full, of a task whose id has a slash", async () => {
    const { stdout, code } = await rollouts(["attempt", path, "a/b/1"]);
    expect(stdout).toMatch(/^a\/b\/1 {3}FAIL .*\n {2}input: question a\/b\n/);
    expect(stdout).toContain("  assistant: 0");
    expect(code).toBe(0);
  });

  it("prints it as JSON, with its task", async () => {
    const { stdout } = await rollouts(["attempt", path, "c/1", "--json"]);
    expect(JSON.parse(stdout)).toMatchObject({
      task: { id: "c" },
      attemptIndex: 1,
      stopReason: "error",
      score: null,
    });
  });

  it("prints as JSON also what JSON cannot carry", async () => {
    const { header, taskResults } = await loadResult(path);
    const output = { big: 12n, map: new Map([[1, 2]]), nan: Number.NaN };
    const odd = taskResults.map(({ task, attempts }) =>
      toTaskResult(
        task,
        attempts.map(({ run, ...rest }) => ({ ...rest, run: run && { ...run, output } })),
      ),
    );
    const oddPath = workshop.path("odd.rollouts.jsonl");
    await saveResult(new RolloutResult({ header, taskResults: odd }), oddPath);

    const { stdout, stderr, code } = await rollouts(["attempt", oddPath, "c/0", "--json"]);
    expect({ stderr, code }).toEqual({ stderr: "", code: 0 });
    expect(JSON.parse(stdout)).toMatchObject({
      run: { output: { big: "12n", map: "a Map", nan: "NaN" } },
    });
  });

  it.each([
    ["a/b/2", "Its attempts are 0 to 1."],
    ["d/0", 'Known task ids: "a/b", "c".'],
    ["a", 'must be a task id, "/" and the number of an attempt'],
  ])("%s, which is not there, exits 2", async (label, message) => {
    const ended = await rollouts(["attempt", path, label]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });
});

describe("rollouts diff", () => {
  it("compares two files, and exits 0 whatever came of it", async () => {
    const worse = await workshop.record("worse.rollouts.jsonl", { "a/b": "00", c: "00" });
    const { stdout, code } = await rollouts(["diff", path, worse]);
    expect(stdout).toContain("  a/b   1/2 -> 0/2    -0.50   regressed\n");
    expect(code).toBe(0);
    const json = await rollouts(["diff", path, worse, "--json"]);
    expect(JSON.parse(json.stdout)).toMatchObject({ regressed: ["a/b", "c"] });
  });

  it("refuses other agents and tasks with exit code 2, and says how to allow them", async () => {
    const more = { version: "2" };
    const other = await workshop.record("other.rollouts.jsonl", { "a/b": "10", d: "1" }, more);
    const refused = await rollouts(["diff", path, other]);
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain(
      "compare them all the same with --allow tasks --allow agent.\n",
    );
    const allowed = await rollouts(["diff", path, other, "--allow", "agent", "--allow", "tasks"]);
    expect(allowed.stdout).toContain("current-only: d");
    expect(allowed.code).toBe(0);
  });

  it("tells the floor of coverage, whether or not it is an option of the command", async () => {
    const few = await workshop.record("few.rollouts.jsonl", { a: "11", b: "10" });
    const more = await workshop.record("more.rollouts.jsonl", { a: "11", x: "1", y: "1", z: "1" });
    const allowed = ["--allow", "tasks"];
    const ended = await rollouts(["diff", few, more, ...allowed]);
    expect(ended.stdout).toContain("which is less than the minimum of 0.5.");
    const gate = ["--baseline", few, "--max-drop", "0.5", ...allowed];
    const gated = await rollouts(["show", more, ...gate]);
    expect(gated.stdout).toContain("which is less than the minimum of 0.5.");
  });

  it("takes a floor of coverage and a smallest effect", async () => {
    const better = await workshop.record("better.rollouts.jsonl", { "a/b": "11", c: "xx" });
    const args = ["diff", path, better, "--min-coverage", "0.9", "--min-effect", "0.6"];
    const { stdout } = await rollouts(args);
    expect(stdout).toContain("not enough evidence: ");
    expect(stdout).not.toContain("improved\n");
  });
});
