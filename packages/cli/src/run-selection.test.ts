import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { openWorkshop, rollouts } from "./workshop.test-helper.ts";

vi.setConfig({ testTimeout: 60_000, hookTimeout: 60_000 });

let workshop: Awaited<ReturnType<typeof openWorkshop>>;
beforeAll(async () => {
  workshop = await openWorkshop();
});
afterAll(() => workshop.close());

const outcomes = { a: "11", b: "10", c: "1x", d: "00" };
const metadata = { a: { level: "easy" }, d: { level: "hard" } };
const plan = { outcomes, metadata };
const list = (...args: string[]) =>
  rollouts(["run", "outcomes.env.ts", "--list", ...args], { plan });

describe("rollouts run --list", () => {
  it("prints ids and runs nothing, with --json also the metadata", async () => {
    expect(await list()).toMatchObject({ code: 0, stdout: "a\nb\nc\nd\n", stderr: "" });
    const json = await list("--json", "--task", "d");
    expect(JSON.parse(json.stdout)).toEqual([{ id: "d", metadata: { level: "hard" } }]);
  });

  it.each([
    [["--task", "c", "--task", "a"], "a\nc\n"],
    [["--filter", "level=hard"], "d\n"],
    [["--shard", "2/2"], "c\nd\n"],
    [["--task", "a", "--task", "c", "--shard", "2/2"], "c\n"],
  ])("%j", async (args, stdout) => {
    expect(await list(...args)).toMatchObject({ code: 0, stdout });
  });

  it("--sample draws by --seed, and as before when a file is gone on with", async () => {
    const draw = async (...args: string[]) => (await list("--sample", "2", ...args)).stdout;
    expect(await draw("--seed", "4")).toBe(await draw("--seed", "4"));
    const draws = await Promise.all(
      ["0", "1", "2", "3", "4", "5"].map((seed) => draw("--seed", seed)),
    );
    expect(new Set(draws).size).toBeGreaterThan(1);
    const seed = String(draws.findIndex((ids) => ids !== draws[0]));
    const path = workshop.path("sampled.rollouts.jsonl");
    const args = ["run", "outcomes.env.ts", "--k", "1", "--sample", "2", "--seed", seed];
    await rollouts([...args, "--out", path], { plan });
    expect(await draw("--resume", path)).toBe(draws[Number(seed)]);
  });

  it("--failing and --errors take the tasks of a result file with such attempts", async () => {
    const path = await workshop.record("before.rollouts.jsonl", outcomes);
    expect((await list("--failing", path)).stdout).toBe("b\nd\n");
    expect((await list("--errors", path)).stdout).toBe("c\n");
    const none = await list("--failing", path, "--errors", path);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toBe(
      `rollouts: Nothing is selected: --errors ${path} leaves none of 2 tasks.\n`,
    );
    expect(await list("--failing", workshop.path("nowhere"))).toMatchObject({
      code: 2,
      stdout: "",
    });
  });
});

describe("selected tasks", () => {
  it("a filter that matches nothing exits 2 and leaves no file", async () => {
    const path = workshop.path("none.rollouts.jsonl");
    const args = ["run", "outcomes.env.ts", "--filter", "level=none", "--out", path];
    const ended = await rollouts(args, { plan });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain(
      "Nothing is selected: --filter level=none leaves none of 4 tasks.",
    );
    await expect(workshop.read("none.rollouts.jsonl")).rejects.toThrow("ENOENT");
  });

  it("an environment with an empty data set exits 2", async () => {
    const ended = await rollouts(["run", "outcomes.env.ts"], { plan: { outcomes: {} } });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
    expect(ended.stderr).toContain("outcomes.env.ts does not load: ");
  });

  it("run alone, in the environment's fingerprint all the same", async () => {
    const ended = await rollouts(
      ["run", "outcomes.env.ts", "--k", "2", "--task", "b", "--json", "--reporter", "none"],
      { plan },
    );
    const all = await rollouts(["run", "outcomes.env.ts", "--k", "2", "--json"], { plan });
    const summary = JSON.parse(ended.stdout);
    expect(summary).toMatchObject({ taskCount: 1, plannedCount: 2, tasks: [{ id: "b" }] });
    expect(summary.envFingerprint).toBe(JSON.parse(all.stdout).envFingerprint);
  });

  it("of all shards, merged, give what one run gives", async () => {
    const shards = ["1/3", "2/3", "3/3"];
    for (const [index, shard] of shards.entries()) {
      const path = workshop.path(`shard-${index}.rollouts.jsonl`);
      const args = ["run", "outcomes.env.ts", "--k", "2", "--shard", shard, "--out", path];
      await rollouts(args, { plan });
    }
    const paths = shards.map((_, index) => workshop.path(`shard-${index}.rollouts.jsonl`));
    const out = workshop.path("merged.rollouts.jsonl");
    const merged = await rollouts(["merge", ...paths, "--out", out]);
    expect(merged).toMatchObject({
      code: 0,
      stdout: `merged 3 files: 8 attempts of 4 tasks\n  ${out}\n`,
      stderr: "",
    });
    const whole = await workshop.record("whole.rollouts.jsonl", outcomes, { metadata });
    const gridOf = async (path: string) =>
      (await rollouts(["show", path])).stdout.split("\n").slice(1);
    expect(await gridOf(out)).toEqual(await gridOf(whole));
  });

  it("are named in the command to go on", async () => {
    const path = workshop.path("stopped.rollouts.jsonl");
    const ended = await rollouts(
      [
        "run",
        "outcomes.env.ts",
        "--k",
        "9",
        "--task",
        "a b",
        "--min-pass-rate",
        "0.5",
        "--out",
        path,
      ],
      { plan: { outcomes: { "a b": "x", c: "1" } } },
    );
    expect(ended.code).toBe(4);
    expect(ended.stderr).toContain(
      `To go on: npx rollouts run outcomes.env.ts --resume '${path}' --retry errors --k 9 --task 'a b' --min-pass-rate 0.5\n`,
    );
  });
});

describe("rollouts run --dry-run", () => {
  it("tells attempts and model calls at least, and calls nothing", async () => {
    const args = ["run", "asks-a-model.env.ts", "--dry-run", "--k", "3", "--model"];
    const ended = await rollouts([...args, "./provider.ts:right"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
    expect(ended.stdout).toMatch(
      /^asks-a-model: 1 of 1 tasks, k = 3\nattempts: 3\nmodel calls: 3 at least, of \S+ \S+\ntime: 120s at most, 120s for each attempt\n$/,
    );
  });

  it("says that calls of an agent without a model are unknown", async () => {
    const ended = await rollouts(["run", "outcomes.env.ts", "--dry-run", "--json"], { plan });
    expect(JSON.parse(ended.stdout)).toEqual({
      env: "outcomes",
      taskCount: 4,
      k: 8,
      attemptCount: 32,
      model: null,
      minModelCalls: null,
      maxDurationMs: 8 * 120_000,
    });
  });

  it("counts what is left of a file that is gone on with", async () => {
    const path = await workshop.record("half.rollouts.jsonl", { a: "11", b: "11" });
    const ended = await rollouts(
      ["run", "outcomes.env.ts", "--dry-run", "--resume", path, "--k", "5"],
      {
        plan: { outcomes: { a: "11", b: "11" } },
      },
    );
    expect(ended.stdout).toContain("attempts: 6\n");
  });
});

describe("how it runs", () => {
  it("--order round-robin starts attempt 0 of every task first", async () => {
    const args = ["run", "resumable.env.ts", "--k", "2", "--concurrency", "1", "--order"];
    const calls = async (order: string) => {
      const path = workshop.path(`calls-${order}`);
      await rollouts([...args, order], { env: { CALLS: path, PLAN: '{"taskCount":2}' } });
      return (await workshop.read(`calls-${order}`)).split("\n").slice(0, -1);
    };
    expect(await calls("round-robin")).toEqual(["task 0/0", "task 1/0", "task 0/1", "task 1/1"]);
    expect(await calls("task-major")).toEqual(["task 0/0", "task 0/1", "task 1/0", "task 1/1"]);
  });

  it.each([[[]], [["--dry-run"]]])(
    "--budget-usd without a price warns before any call, and runs: %j",
    async (options) => {
      const args = ["run", "asks-a-model.env.ts", "--k", "4", "--budget-usd", "1"];
      const ended = await rollouts([
        ...args,
        "--concurrency",
        "1",
        "--reporter",
        "none",
        ...options,
      ]);
      expect(ended.stderr.split("\n", 1)[0]).toMatch(
        /^warning: --budget-usd: no price of "\w+" is known\. .* export const prices = \{ "\w+": /,
      );
      expect(ended.code).toBe(options.length === 0 ? 4 : 0);
      if (ended.code === 4) expect(ended.stderr).toContain("the prices have no entry");
    },
  );

  it("--budget-usd with a price says nothing of it", async () => {
    const ended = await rollouts(["run", "priced.env.ts", "--budget-usd", "10", "--dry-run"]);
    expect(ended).toMatchObject({ code: 0, stderr: "" });
  });

  it("--budget-usd of an agent without a model says how it is counted, and ends the run by what it reports", async () => {
    const core = JSON.stringify(join(import.meta.dirname, "../../core/dist/index.js"));
    const text = `
      import { defineEnvironment, functionAgent } from ${core};
      export default defineEnvironment({
        name: "own client",
        agent: functionAgent({ run: () => ({ text: "x", usage: { costUsd: 1 } }) }),
        tasks: [{ input: "a" }],
        scorer: () => true,
      });`;
    const path = await workshop.write("own-client.env.ts", text);
    const args = ["run", path, "--k", "6", "--concurrency", "1", "--budget-usd", "2"];
    const ended = await rollouts(args);
    expect(ended.stderr).toContain(
      "--budget-usd: the agent declares no model, so what its own client costs is known only when an attempt is over",
    );
    expect(ended.stdout).toContain("partial (stopped early: budget)");
    expect(ended.stdout).toContain("2/2");
    expect(ended.code).toBe(4);
  });

  it("--budget shows what the calls cost by the prices that the environment file exports", async () => {
    const args = ["run", "priced.env.ts", "--k", "2", "--budget", "1000", "--json"];
    const { stdout } = await rollouts(args);
    expect(JSON.parse(stdout).usage).toMatchObject({
      agent: { totalTokens: 20, costUsd: 0.00002 },
    });
  });

  it("the environment file may export limits, which hold, and are checked", async () => {
    const args = ["--k", "6", "--concurrency", "6", "--min-pass-rate", "1"];
    expect(await rollouts(["run", "limited.env.ts", ...args])).toMatchObject({ code: 0 });

    const fixture = JSON.stringify(join(import.meta.dirname, "__fixtures__/limited.env.ts"));
    const text = `export { default } from ${fixture};`;
    const unlimited = await workshop.write("unlimited.env.ts", text);
    expect(await rollouts(["run", unlimited, ...args])).toMatchObject({ code: 1 });

    const mistyped = `${text}\nexport const limits = { inflight: 1 };`;
    const ended = await rollouts(["run", await workshop.write("wrong.env.ts", mistyped), ...args]);
    expect(ended).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('limits has an unknown key "inflight"'),
    });
  });

  it.each([
    ["--budget", "25", 4, "partial (stopped early: budget)"],
    ["--budget", "1000000", 0, "pass rate: 1.00"],
    ["--budget-usd", "0.00002", 4, "partial (stopped early: budget)"],
    ["--budget-usd", "10", 0, "pass rate: 1.00"],
  ])("%s %s exits %i", async (option, amount, code, text) => {
    const args = ["run", "priced.env.ts", "--k", "6", "--concurrency", "1", option, amount];
    const ended = await rollouts(args);
    expect(ended.stdout).toContain(text);
    expect(ended.code).toBe(code);
  });
});
