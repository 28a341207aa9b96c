import { RolloutResult } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { explainResume, runRollouts } from "../index.ts";
import { threeTasks, vary } from "./resume.test-helper.ts";

const stored = await runRollouts(vary().env, { k: 2 });

describe("D19 explainResume", () => {
  it("says of each task what would be done and why, and does none of it", async () => {
    const [a, b] = threeTasks;
    const tasks = [
      { ...a, input: "a!" },
      { ...b, expected: "1" },
      { id: "d", input: "d?", expected: "0" },
    ].map((task) => ({ input: "", ...task }));
    const { env, calls, judged } = vary({ tasks });

    expect(await explainResume(env, stored, { k: 3 })).toEqual({
      k: 3,
      plannedCount: 9,
      keptCount: 0,
      runCount: 7,
      rescoreCount: 2,
      steps: [
        { taskId: "a", action: "run", reason: "other-input", attemptIndexes: [0, 1, 2] },
        { taskId: "b", action: "rescore", reason: "other-scoring", attemptIndexes: [0, 1] },
        { taskId: "b", action: "run", reason: "raised-k", attemptIndexes: [2] },
        { taskId: "d", action: "run", reason: "new-task", attemptIndexes: [0, 1, 2] },
      ],
      droppedTaskIds: ["c"],
    });
    expect([calls, judged]).toEqual([[], []]);
  });

  it("tells apart what never finished, was cancelled, and is to be tried again", async () => {
    const controller = new AbortController();
    const act = {
      "a/0": () => {
        throw new Error("no luck");
      },
      "a/1": () => {
        controller.abort();
        return new Promise<string>(() => {});
      },
    };
    const cut = await runRollouts(vary({ act, tasks: threeTasks.slice(0, 1) }).env, {
      k: 3,
      concurrency: 1,
      graceMs: 0,
      signal: controller.signal,
    });
    const { env } = vary({ tasks: threeTasks.slice(0, 1) });
    const { steps } = await explainResume(env, cut, { retryStored: "errors" });
    expect(steps.map(({ reason, attemptIndexes }) => [reason, attemptIndexes])).toEqual([
      ["retry", [0]],
      ["cancelled", [1]],
      ["not-finished", [2]],
    ]);
  });

  it("is refused where the run would be", async () => {
    const { env } = vary({ agentVersion: "2" });
    await expect(explainResume(env, stored)).rejects.toMatchObject({ code: "mismatch" });
    await expect(explainResume(vary().env, stored, { seed: 3 })).rejects.toMatchObject({
      argument: "seed",
    });
  });

  it("refuses the k of a source that no run can have", async () => {
    const source = new RolloutResult({ ...stored, header: { ...stored.header, k: 10 ** 9 } });
    await expect(explainResume(vary().env, source)).rejects.toMatchObject({ argument: "k" });
  });

  it.each<[string, object, string]>([
    ["an option of a run", { concurrency: 2 }, "explainResume.concurrency"],
    ["a choice that is none", { retryStored: "all" }, "retryStored"],
    ["k of 0", { k: 0 }, "k"],
    ["more attempts than a run may have", { k: 10_000_001 }, "k"],
  ])("refuses %s", async (_, options, argument) => {
    await expect(explainResume(vary().env, stored, options)).rejects.toMatchObject({ argument });
  });
});
