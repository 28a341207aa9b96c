import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "../workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

/** Task a passes always, b half the time, c has a verdict on half. */
const plan = { outcomes: { a: "11", b: "10", c: "1x" } };
const run = (...args: string[]) =>
  rollouts(["run", "outcomes.env.ts", "--k", "2", "--reporter", "none", ...args], { plan });

describe("gates of rollouts run", () => {
  it.each([
    ["--min-pass-rate", "0.8", 0, "minPassRate: passed: the pass rate is 0.80"],
    ["--min-pass-rate", "0.81", 1, "minPassRate: failed: the pass rate is 0.80"],
    ["--min-task-rate", "0.5", 0, "minTaskRate: passed: the lowest pass rate of a task is 0.50"],
    ["--min-task-rate", "0.6", 1, "minTaskRate: failed: the lowest pass rate of a task is 0.50"],
    ["--min-coverage", "0.8", 0, "minCoverage: passed: the coverage is 0.83"],
    ["--min-coverage", "0.9", 3, "minCoverage: not enough evidence: the coverage is 0.83"],
  ])("%s %s exits %i", async (option, limit, code, reason) => {
    const ended = await run(option, limit);
    expect(ended.stdout).toContain(reason);
    expect(ended.code).toBe(code);
  });

  it("too little evidence outweighs a failed gate, and the verdict is in --json", async () => {
    const ended = await run("--min-pass-rate", "0.9", "--min-coverage", "1", "--json");
    expect(JSON.parse(ended.stdout).verdict).toMatchObject({
      passed: false,
      outcome: "not enough evidence",
      checks: [{ name: "evidence" }, { name: "minPassRate", found: 0.8 }, { name: "minCoverage" }],
    });
    expect(ended.code).toBe(3);
  });

  it("a pass rate over less than half of the attempts is not enough evidence", async () => {
    const thin = { outcomes: { a: "11", b: "xx", c: "??" } };
    const gated = (...args: string[]) =>
      rollouts(["run", "outcomes.env.ts", "--k", "2", "--reporter", "none", ...args], {
        plan: thin,
      });
    const ended = await gated("--min-pass-rate", "0.9");
    expect(ended.stdout).toContain("minPassRate: not enough evidence: the pass rate is 1.00");
    expect(ended.code).toBe(3);
    expect((await gated("--min-pass-rate", "0.9", "--min-coverage", "0.3")).code).toBe(0);
  });

  it("an ending before the end outweighs both", async () => {
    const broken = { outcomes: { a: "x" } };
    const ended = await rollouts(
      ["run", "outcomes.env.ts", "--k", "9", "--min-pass-rate", "0", "--reporter", "none"],
      { plan: broken },
    );
    expect(ended.stdout).toContain(
      "partial (stopped early: error-storm): 5 planned attempts did not run",
    );
    expect(ended.stdout).toContain("gates: not enough evidence");
    expect(ended.code).toBe(4);
  });

  it("says nothing of gates when none was asked for, unless nothing was scored", async () => {
    expect((await run()).stdout).not.toContain("gates:");
    const ended = await rollouts(["run", "outcomes.env.ts", "--k", "1"], {
      plan: { outcomes: { a: "?" } },
    });
    expect(ended.stdout).toContain("evidence: not enough evidence: nothing was scored");
    expect(ended.code).toBe(3);
  });

  it("hold a complete file that is gone on with", async () => {
    const path = await workshop.record("complete.rollouts.jsonl", plan.outcomes);
    expect(await run("--resume", path)).toMatchObject({ code: 0 });
    const ended = await run("--resume", path, "--min-pass-rate", "0.9");
    expect(ended.stdout).toContain("nothing to do: all 6 attempts are there");
    expect(ended.code).toBe(1);
  });
});

describe("--baseline", () => {
  const recorded = { a: "1111", b: "1111", c: "1110" };
  let baseline: string;
  beforeAll(async () => {
    baseline = await workshop.record("baseline.rollouts.jsonl", recorded);
  });
  const compare = (outcomes: object, args: readonly string[], version = "1") =>
    rollouts(
      ["run", "outcomes.env.ts", "--k", "4", "--reporter", "none", "--baseline", baseline, ...args],
      { plan: { outcomes, version } },
    );

  it.each([
    ["the same", recorded, "0", 0],
    ["a fall by 0.25", { ...recorded, a: "1110", b: "1010" }, "0.24", 1],
    ["a fall by 0.25 that is allowed", { ...recorded, a: "1110", b: "1010" }, "0.25", 0],
    ["a rise", { ...recorded, c: "1111" }, "0", 0],
    ["nothing scored", { a: "xxx?", b: "xx?x", c: "x??x" }, "1", 3],
  ])("%s", async (_, outcomes, maxDrop, code) => {
    const ended = await compare(outcomes, ["--max-drop", maxDrop]);
    expect(ended).toMatchObject({ code });
    expect(ended.stdout).toMatch(/ {2}maxDrop: (passed|failed|not enough evidence): /);
  });

  it("with --significance a drop that may be chance fails no gate", async () => {
    const outcomes = { ...recorded, a: "1110", b: "1100" };
    const chance = await compare(outcomes, ["--max-drop", "0.1", "--significance"]);
    expect(chance.stdout).toContain("; this may be chance");
    expect(chance.code).toBe(0);
    expect((await compare(outcomes, ["--max-drop", "0.1"])).code).toBe(1);
    const clear = { a: "0000", b: "0000", c: "0000" };
    expect((await compare(clear, ["--max-drop", "0.1", "--significance"])).code).toBe(1);
  });

  it("another agent is refused before anything runs, unless --allow agent", async () => {
    const path = workshop.path("refused.rollouts.jsonl");
    const refused = await compare(recorded, ["--max-drop", "0", "--out", path], "2");
    expect(refused).toMatchObject({ code: 2, stdout: "" });
    expect(refused.stderr).toContain('their environments differ in "agent"');
    expect(refused.stderr).toContain("compare them all the same with --allow agent.\n");
    await expect(workshop.read("refused.rollouts.jsonl")).rejects.toThrow("ENOENT");
    const allowed = await compare(recorded, ["--max-drop", "0", "--allow", "agent"], "2");
    expect(allowed).toMatchObject({ code: 0 });
  });

  it("another scorer is refused whatever is allowed", async () => {
    const ended = await rollouts(
      ["run", "outcomes.env.ts", "--baseline", baseline, "--max-drop", "0", "--allow", "agent"],
      { plan: { outcomes: recorded, passes: "0" } },
    );
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).not.toContain("--allow");
  });
});

describe("gates of rollouts show", () => {
  it("hold what was run before, and say that it is partial", async () => {
    const path = await workshop.record("shown.rollouts.jsonl", plan.outcomes);
    const failed = await rollouts(["show", path, "--min-task-rate", "0.9"]);
    expect(failed.stdout).toContain("gates: failed\n");
    expect(failed.code).toBe(1);
    const lines = (await workshop.read("shown.rollouts.jsonl")).split("\n");
    const died = await workshop.write("died.rollouts.jsonl", `${lines.slice(0, -2).join("\n")}\n`);
    expect((await rollouts(["show", died])).code).toBe(0);
    const partial = await rollouts(["show", died, "--min-pass-rate", "0"]);
    expect(partial.stderr).toContain("The file does not say how its run ended");
    expect(partial.code).toBe(4);
  });
});

describe("misuse of gates exits 2 before anything runs", () => {
  it.each([
    [["--max-drop", "0.1"], "--max-drop needs --baseline <file>."],
    [["--significance"], "--significance needs --baseline <file>."],
    [["--allow", "agent"], "--allow needs --baseline <file>."],
    [["--baseline", "x"], "--baseline needs --max-drop <share>, such as --max-drop 0.05."],
    [["--baseline", "nowhere", "--max-drop", "0"], "nowhere: the file cannot be read: ENOENT"],
    [["--min-pass-rate", "80"], "It must be a number from 0 to 1, such as 0.8."],
    [["--allow", "prompt"], "Allowed choices are tasks, agent."],
  ])("%j", async (args, message) => {
    const ended = await run(...args);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });
});
