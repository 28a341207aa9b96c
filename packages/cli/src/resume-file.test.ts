import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openResultFile } from "@rollouts/result-file";
import { runRollouts } from "@rollouts/runner";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { expectSame, observe, session, task } from "./result-session.test-helper.ts";

let folder: string;
let fileCount = 0;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "rollouts-cli-"));
});
afterAll(() => rm(folder, { recursive: true }));
const newPath = () => join(folder, `${++fileCount}.rollouts.jsonl`);

describe("a result file that a run goes on with", () => {
  it("D10 counts again what a lower k and a dropped task had hidden", async () => {
    const path = newPath();
    const both = [task("a"), task("b")];
    await session(path, { tasks: both, options: { k: 4 } }, "create");
    const less = await session(path, { tasks: [task("a")], options: { k: 1 } });
    expect(less.labels).toEqual([]);
    const all = await session(path, { tasks: both, options: { k: 4 } });
    expect([all.labels, all.judged]).toEqual([[], []]);
    expect(all.result.summary().scoredCount).toBe(8);
    await expectSame(path, all.result);
  });

  it("B5 counts again the attempts on an input that came back", async () => {
    const path = newPath();
    await session(path, { tasks: [task("a")], options: { k: 2 } }, "create");
    const edited = await session(path, { tasks: [task("a", "edited")] });
    expect(edited.labels).toEqual(["a/0", "a/1"]);
    const back = await session(path, { tasks: [task("a")] });
    expect([back.labels, back.judged]).toEqual([[], []]);
    await expectSame(path, back.result);
  });

  it("B9 is judged by another scorer or expected value without an agent call", async () => {
    const path = newPath();
    const tasks = [task("a"), task("b")];
    await session(path, { tasks, options: { k: 3 } }, "create");
    const scorer = await session(path, { tasks, scorerVersion: 2 });
    expect([scorer.labels, scorer.judged.length]).toEqual([[], 6]);
    await expectSame(path, scorer.result);
    const expected = await session(path, {
      tasks: [task("a", "q", "2"), task("b")],
      scorerVersion: 2,
    });
    expect([expected.labels, [...expected.judged].sort()]).toEqual([[], ["a/0", "a/1", "a/2"]]);
    await expectSame(path, expected.result);
  });

  it("keeps its scores when only the metrics are others", async () => {
    const path = newPath();
    const tasks = [task("a")];
    const before = await session(path, { tasks, metricVersion: 1, options: { k: 3 } }, "create");
    const after = await session(path, { tasks, metricVersion: 2 });
    expect([after.labels, after.judged]).toEqual([[], []]);
    expect(after.result.summary()).toMatchObject({
      passRate: before.result.summary().passRate,
      metrics: { m: { mean: 0.5, missingCount: 0 } },
    });
    await expectSame(path, after.result);
  });

  it("begins anew in a file whose run died before its header was safe", async () => {
    const path = newPath();
    await (await openResultFile(path, { mode: "create" })).close();
    const { env, calls } = observe({ tasks: [task("a")] });
    const sink = await openResultFile(path, { mode: "resume" });
    const result = await runRollouts(env, { k: 2, sink });
    expect(calls).toHaveLength(2);
    await expectSame(path, result);
  });

  it("is free for the next run when one was refused", async () => {
    const path = newPath();
    await session(path, { tasks: [task("a")], options: { k: 1 } }, "create");
    const refused = session(path, { tasks: [task("a")], options: { seed: 5 } });
    await expect(refused).rejects.toMatchObject({ argument: "seed" });
    expect((await session(path, { tasks: [task("a")] })).labels).toEqual([]);
  });
});
