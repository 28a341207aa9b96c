import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "./workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

const outcomes = { a: "10", b: "1x" };
let workshop: Awaited<ReturnType<typeof openWorkshop>>;
let path: string;
beforeAll(async () => {
  workshop = await openWorkshop();
  path = await workshop.record("a.rollouts.jsonl", outcomes);
});
afterAll(() => workshop.close());

describe("rollouts rescore", () => {
  const turned = { outcomes, passes: "0" };

  it("scores anew without a call of the agent, and writes a new file with --out", async () => {
    const out = workshop.path("b.rollouts.jsonl");
    const before = await workshop.read("a.rollouts.jsonl");
    const ended = await rollouts(["rescore", path, "outcomes.env.ts", "--out", out], {
      // An agent that is called would fail.
      plan: { ...turned, outcomes: { a: "x", b: "x" } },
    });
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toContain("  a   ░█   1/2   0.50");
    expect(ended.stdout).toContain(
      `\nchanged verdicts: 2 passed -> failed, 1 failed -> passed\n  passed -> failed: a/0, b/0\n  failed -> passed: a/1\n  ${out}\n`,
    );
    expect(await workshop.read("a.rollouts.jsonl")).toBe(before);
    const shown = await rollouts(["show", out]);
    expect(shown.stdout).toContain("pass rate: 0.33 (3 of 4 planned attempts scored)");
  });

  it("without --out only tells", async () => {
    const ended = await rollouts(["rescore", path, "outcomes.env.ts", "--json"], { plan: turned });
    expect(JSON.parse(ended.stdout)).toMatchObject({
      passRate: 1 / 3,
      changes: { "passed -> failed": 2, "failed -> passed": 1 },
      changedAttempts: [
        { taskId: "a", attemptIndex: 0, before: "passed", after: "failed" },
        { taskId: "a", attemptIndex: 1, before: "failed", after: "passed" },
        { taskId: "b", attemptIndex: 0, before: "passed", after: "failed" },
      ],
      resultFile: null,
    });
  });

  it("warns when the environment expects something else by now", async () => {
    const plan = { outcomes, expected: "2" };
    const { stderr, code } = await rollouts(["rescore", path, "outcomes.env.ts"], { plan });
    expect(stderr).toContain(
      `warning: 2 tasks have another expected value in outcomes.env.ts (a, b); that of the file was used. To score by the new one: npx rollouts run outcomes.env.ts --resume '${path}'\n`,
    );
    expect(code).toBe(0);
    const one = await workshop.record("one.rollouts.jsonl", { a: "10" });
    const only = await rollouts(["rescore", one, "outcomes.env.ts"], { plan });
    expect(only.stderr).toContain("warning: 1 task has another expected value in");
  });

  it("names so many of the changed attempts that a screen holds them", async () => {
    const many = await workshop.record("many.rollouts.jsonl", { a: "1".repeat(23) });
    const ended = await rollouts(["rescore", many, "outcomes.env.ts"], { plan: turned });
    expect(ended.stdout).toContain("\n  passed -> failed: a/0, a/1, ");
    expect(ended.stdout).toContain(", a/18, a/19 and 3 more\n");
  });

  it("exits 2 for a file that is there, and 3 when nothing is scored", async () => {
    const taken = await workshop.write("taken.rollouts.jsonl", "");
    const there = await rollouts(["rescore", path, "outcomes.env.ts", "--out", taken]);
    expect(there).toMatchObject({ code: 2, stdout: "" });
    expect(there.stderr).toContain("is there already. Name another file.");
    const down = await workshop.record("down.rollouts.jsonl", { a: "x" });
    const none = await rollouts(["rescore", down, "outcomes.env.ts"], {
      plan: { outcomes: { a: "x" } },
    });
    expect(none.code).toBe(3);
  });
});

describe("rollouts audit", () => {
  it("exits 0 for a scorer that is sound", async () => {
    const ended = await rollouts(["audit", "audited.env.ts"]);
    expect(ended.stdout).toBe("scorer: sound, by 12 known answers to 2 of 2 tasks\n");
    expect(ended.code).toBe(0);
    const sample = await rollouts(["audit", "audited.env.ts", "--task", "week", "--json"]);
    expect(JSON.parse(sample.stdout)).toMatchObject({ auditedCount: 1, taskCount: 1 });
  });

  it("exits 1 for one that passes everything, and 3 when no answer is known", async () => {
    const lax = await rollouts(["audit", "many.env.ts", "--sample", "2"]);
    expect(lax).toMatchObject({ code: 3 });
    const name = "prints-and-passes.ts";
    await workshop.write(
      name,
      `console.log("noise");
       const score = () => true;
       const scorer = { specVersion: "v1", name: "lax", score, digest: () => "" };
       export default { name: "lax", tasks: [{ input: "a", expected: "b" }], metrics: {}, scorer };`,
    );
    const ended = await rollouts(["audit", workshop.path(name)]);
    expect(ended.stdout).toContain("  It accepts everything.\n");
    expect(ended.stdout).not.toContain("noise");
    expect(ended.code).toBe(1);
  });

  it("exits 2 for known answers that are none", async () => {
    const text = `export { default } from ${JSON.stringify(`${import.meta.dirname}/__fixtures__/half.env.ts`)};
      export const audit = [];`;
    const ended = await rollouts(["audit", await workshop.write("odd.ts", text)]);
    expect(ended.stderr).toContain("exports an audit that is no object");
    expect(ended).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("rollouts calibrate", () => {
  const label = (taskId: string, attemptIndex: number, gold: boolean) =>
    JSON.stringify({ taskId, attemptIndex, gold });

  it("tells how far the scorer agrees with people", async () => {
    const lines = [label("a", 0, true), label("a", 1, true), "", label("b", 1, true)];
    const gold = await workshop.write("gold.jsonl", `\ufeff${lines.join("\n")}\n`);
    const args = ["calibrate", path, gold, "outcomes.env.ts"];
    const ended = await rollouts(args, { plan: { outcomes } });
    expect(ended.stdout).toContain("score: 2 of 2 labelled attempts scored\n");
    expect(ended.stdout).toMatch(/agreement: +0\.50 \(0\.09 to 0\.91\)\n/);
    expect(ended.stdout).toMatch(/false positive rate: unknown\n/);
    expect(ended.stdout).toContain("  a/1: people passed it, the scorer failed it\n");
    expect(ended.stderr).toContain('warning: attempt "b/1" is labelled, and has no completed run');
    expect(ended.code).toBe(0);
    const json = await rollouts([...args, "--json"], { plan: { outcomes } });
    expect(JSON.parse(json.stdout)).toMatchObject({ agreement: 0.5, scoredCount: 2 });
  });

  it.each([
    ["no JSON", "{}\nno\n", ", line 2: Unexpected token"],
    ["no label", '{"taskId":"a"}\n', "gold[0].attemptIndex must be a whole number from 0 on"],
  ])("exits 2 for labels that are none: %s", async (_, text, message) => {
    const gold = await workshop.write("bad.jsonl", text);
    const ended = await rollouts(["calibrate", path, gold, "outcomes.env.ts"]);
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(message);
  });

  it("exits 3 when no labelled attempt could be scored", async () => {
    const gold = await workshop.write("none.jsonl", label("nowhere", 0, true));
    const ended = await rollouts(["calibrate", path, gold, "outcomes.env.ts"]);
    expect(ended.code).toBe(3);
  });
});
