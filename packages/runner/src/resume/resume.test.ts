import type { ResultSource } from "@rollouts/core";
import { describe, expect, it } from "vitest";
import { type RunEvent, runRollouts, streamRollouts } from "../index.ts";
import { labelOf, memorySink, namesOf } from "../sink/memory-sink.test-helper.ts";
import { cellsOf, goOn, threeTasks, vary } from "./resume.test-helper.ts";

const whole = await runRollouts(vary().env, { k: 2 });
const timeless = (cells: unknown) => JSON.parse(JSON.stringify(cells));

describe("D20 a run that goes on with what its sink holds", () => {
  it("does nothing when all is there, and its result is what was there", async () => {
    const { result, calls, judged, records } = await goOn(whole, {});

    expect([calls, judged]).toEqual([[], []]);
    expect(result.taskResults).toEqual(whole.taskResults);
    expect(result).toMatchObject({ status: "finished", stoppedEarly: null });
    expect(records).toEqual(["header", "end finished"]);
  });

  it("B6 runs only the new indexes when k is raised, and hides when it is lowered", async () => {
    const raised = await goOn(whole, {}, { k: 4 });
    expect(raised.calls).toEqual(["a/2", "a/3", "b/2", "b/3", "c/2", "c/3"]);
    for (const [position, { attempts }] of raised.result.taskResults.entries()) {
      expect(attempts.slice(0, 2)).toEqual(whole.taskResults[position]?.attempts);
      expect(attempts.map(({ attemptIndex }) => attemptIndex)).toEqual([0, 1, 2, 3]);
    }

    const lowered = await goOn(raised.result, {}, { k: 1 });
    expect(lowered.calls).toEqual([]);
    expect(cellsOf(lowered.result)).toEqual({ "a/0": "pass", "b/0": "pass", "c/0": "pass" });
  });

  it("B5 runs only the task whose input was edited", async () => {
    const tasks = threeTasks.map((task) => (task.id === "b" ? { ...task, input: "b!" } : task));
    const { calls, judged, records } = await goOn(whole, { tasks });

    expect(calls).toEqual(["b/0", "b/1"]);
    expect(judged).toEqual(calls);
    expect(records).toEqual(["header", "attempt b/0", "attempt b/1", "end finished"]);
  });

  it("takes tasks that are added, dropped and in another order", async () => {
    const [a, b, c] = threeTasks;
    const added = { id: "d", input: "d?", expected: "0" };
    const tasks = [c, added, a].flatMap((task) => task ?? []);
    const { result, calls } = await goOn(whole, { tasks });
    expect(calls).toEqual(["d/0", "d/1"]);
    expect(result.taskResults.map(({ task }) => task.id)).toEqual(["c", "d", "a"]);
    expect(result.summary()).toMatchObject({ attemptCount: 6, scoredCount: 6 });

    const back = await goOn(whole, { tasks: [b, a, c].flatMap((task) => task ?? []) });
    expect(back.calls).toEqual([]);
  });

  it("counts a task of the same input in other words of JSON as the same", async () => {
    const input = [{ role: "user" as const, content: "x" }];
    const swapped = [{ content: "x", role: "user" as const }];
    const stored = await runRollouts(vary({ tasks: [{ id: "a", input, expected: "0" }] }).env, {
      k: 1,
    });
    const { calls } = await goOn(stored, { tasks: [{ id: "a", input: swapped, expected: "0" }] });
    expect(calls).toEqual([]);
  });

  it("D22 runs again what was cancelled, and keeps the earlier tries as evidence", async () => {
    const controller = new AbortController();
    const stored = await runRollouts(
      vary({
        act: {
          "a/1": () => {
            controller.abort();
            return new Promise(() => {});
          },
        },
      }).env,
      { k: 2, concurrency: 1, graceMs: 0, signal: controller.signal },
    );
    expect(cellsOf(stored)).toEqual({ "a/0": "pass", "a/1": "cancelled" });

    const { result, calls, records } = await goOn(stored, {});
    expect(calls).toEqual(["a/1", "b/0", "b/1", "c/0", "c/1"]);
    expect(cellsOf(result)).toEqual(cellsOf(whole));
    expect(result.taskResults[0]?.attempts[1]?.tries).toMatchObject([
      { error: "cancelled: the run was aborted" },
      { error: null },
    ]);
    expect(records).toContain("attempt a/1");
  });

  it("keeps k and seed of before unless it is told otherwise", async () => {
    const stored = await runRollouts(vary().env, { k: 3, seed: 7 });
    const { result, calls } = await goOn(stored, {});
    expect(result.header).toMatchObject({ k: 3, seed: 7 });
    expect(calls).toEqual([]);
  });

  it("may go on with another concurrency and order", async () => {
    const controller = new AbortController();
    const stored = await runRollouts(vary().env, {
      k: 3,
      concurrency: 1,
      signal: controller.signal,
      onEvent: (event) => {
        if (event.type === "attempt-end" && labelOf(event.attempt) === "b/0") controller.abort();
      },
    });
    const { calls, result } = await goOn(stored, {}, { concurrency: 1, order: "round-robin" });
    expect(calls).toEqual(["c/0", "b/1", "c/1", "b/2", "c/2"]);
    expect(cellsOf(result)).toEqual(cellsOf(await runRollouts(vary().env, { k: 3 })));
  });

  it("yields in a stream only what ran or was scored again", async () => {
    const tasks = threeTasks.map((task) => (task.id === "b" ? { ...task, input: "b!" } : task));
    const { env } = vary({ tasks });
    const labels: string[] = [];
    const sink = memorySink({ resumeFrom: whole });
    for await (const attempt of streamRollouts(env, { sink })) labels.push(labelOf(attempt));
    expect(labels.sort()).toEqual(["b/0", "b/1"]);
  });

  it("reads no attempt of a complete task from a source that can take its plan", async () => {
    const read: string[] = [];
    const source = {
      specVersion: "v1" as const,
      header: whole.header,
      tasks: () => whole.tasks(),
      attempts(taskId: string) {
        read.push(taskId);
        return whole.attempts(taskId);
      },
      replan: () => source,
    };
    const { env, calls } = vary();
    const sink = memorySink({ resumeFrom: source });
    for await (const _ of streamRollouts(env, { sink, concurrency: 1 }));
    expect([calls, read]).toEqual([[], []]);
  });

  it("tells in its first event what is left to do", async () => {
    const { env } = vary();
    const events: RunEvent<string>[] = [];
    const sink = memorySink({ resumeFrom: whole });
    await runRollouts(env, { k: 3, sink, onEvent: (event) => void events.push(event) });
    expect(events[0]).toMatchObject({
      type: "run-start",
      plannedCount: 9,
      resume: { k: 3, plannedCount: 9, keptCount: 6, runCount: 3, rescoreCount: 0 },
    });
  });

  it("begins anew when its sink holds nothing", async () => {
    const { env, calls } = vary();
    const sink = memorySink();
    await runRollouts(env, { k: 1, concurrency: 1, sink });
    expect(calls).toEqual(["a/0", "b/0", "c/0"]);
  });
});

describe("D22 what got no verdict", () => {
  const act = {
    "a/0": () => {
      throw new Error("no luck");
    },
    "a/1": () => new Promise<string>(() => {}),
    "b/0": () => "broken",
    "b/1": () => "unclear",
  };
  const scorer = ({ output }: { output: string }) => {
    if (output === "broken") throw new Error("no scorer");
    return output === "0";
  };
  const stored = () => runRollouts(vary({ act, scorer, timeoutMs: 40 }).env, { k: 2, graceMs: 0 });

  it.each([
    ["none", [], []],
    ["errors", ["a/0"], ["b/0"]],
    ["unscored", ["a/0", "a/1"], ["b/0"]],
  ] as const)("retryStored %s: runs %j, only scores again %j", async (choice, ran, rescored) => {
    const before = await stored();
    expect(cellsOf(before)).toMatchObject({
      "a/0": "error",
      "a/1": "timeout",
      "b/0": "scorer-error",
    });
    const { result, calls, judged, records } = await goOn(
      before,
      { timeoutMs: 40 },
      { retryStored: choice },
    );
    expect(calls).toEqual(ran);
    expect(judged.filter((label) => !calls.includes(label))).toEqual(rescored);
    expect(records.filter((name) => name.startsWith("rescore"))).toEqual(
      rescored.map((label) => `rescore ${label}`),
    );
    for (const label of ran) {
      const index = Number(label.slice(2));
      expect(result.taskResults[0]?.attempts[index]?.tries).toHaveLength(2);
    }
    expect(timeless(cellsOf(result))).toMatchObject(
      Object.fromEntries(
        [...ran, ...rescored].map((label) => [label, expect.stringMatching(/pass|fail/)]),
      ),
    );
  });

  it("stays what it was when it is tried again and the run is aborted", async () => {
    const before = await stored();
    const controller = new AbortController();
    const hang = () => {
      controller.abort();
      return new Promise<string>(() => {});
    };
    const { result, records } = await goOn(
      before,
      { timeoutMs: 40, act: { "a/0": hang } },
      { retryStored: "errors", signal: controller.signal, graceMs: 0 },
    );
    expect(records).toEqual(["header", "rescore b/0", "attempt a/0", "end aborted"]);
    expect(cellsOf(result)).toMatchObject({ "a/0": "error", "a/1": "timeout" });
    expect(result.stoppedEarly).toBe("aborted");
  });
});

describe("D20 scoring again", () => {
  it("B9 needs no agent run when the scorer is another one", async () => {
    const { result, calls, judged, records } = await goOn(whole, {
      scorerVersion: "2",
      scorer: () => true,
    });
    expect(calls).toEqual([]);
    expect(judged).toEqual(["a/0", "a/1", "b/0", "b/1", "c/0", "c/1"]);
    expect(records).toEqual([
      "header",
      ...judged.map((label) => `rescore ${label}`),
      "end finished",
    ]);
    expect(new Set(Object.values(cellsOf(result)))).toEqual(new Set(["pass"]));
    expect(result.taskResults[0]?.attempts[0]?.run).toEqual(whole.taskResults[0]?.attempts[0]?.run);
  });

  it("is of one task when that expects something else", async () => {
    const tasks = threeTasks.map((task) => (task.id === "b" ? { ...task, expected: "1" } : task));
    const { result, calls, judged } = await goOn(whole, { tasks });
    expect([calls, judged]).toEqual([[], ["b/0", "b/1"]]);
    expect(cellsOf(result)).toMatchObject({ "a/0": "pass", "b/0": "fail", "b/1": "pass" });
  });

  it("is of the metrics alone when only they are others", async () => {
    const stored = await runRollouts(vary({ metrics: { half: 0.5 } }).env, { k: 1 });
    const { result, calls, judged, records } = await goOn(stored, {
      metrics: { half: 0.25, more: 1 },
      scorer: () => false,
    });
    expect([calls, judged]).toEqual([[], []]);
    expect(records.slice(1, 4)).toEqual(["rescore a/0", "rescore b/0", "rescore c/0"]);
    expect(cellsOf(result)).toMatchObject({ "a/0": "pass" });
    expect(result.taskResults[0]?.attempts[0]?.metrics).toMatchObject({
      half: { score: { value: 0.25 } },
      more: { score: { value: 1 } },
    });
  });

  it("goes on where an abort ended it, and what it cut off waits as before", async () => {
    const controller = new AbortController();
    const half = await goOn(
      whole,
      {
        scorerVersion: "2",
        scorer: () => {
          if (++judgedCount === 3) controller.abort();
          return true;
        },
      },
      { signal: controller.signal },
    );
    expect(half.records).toEqual(["header", "rescore a/0", "rescore a/1", "end aborted"]);
    expect(cellsOf(half.result)).toMatchObject({ "a/1": "pass", "b/0": "not-judged" });

    const rest = await goOn(half.result, { scorerVersion: "2", scorer: () => true });
    expect([rest.calls, rest.judged]).toEqual([[], ["b/0", "b/1", "c/0", "c/1"]]);
    expect(new Set(Object.values(cellsOf(rest.result)))).toEqual(new Set(["pass"]));
  });

  it("and running go together: what is to be scored again comes first", async () => {
    const { records } = await goOn(
      whole,
      { scorerVersion: "2", tasks: threeTasks.slice(0, 1) },
      { k: 3 },
    );
    expect(records).toEqual([
      "header",
      "rescore a/0",
      "rescore a/1",
      "attempt a/2",
      "end finished",
    ]);
  });
});
let judgedCount = 0;

describe("D21 another agent or policy", () => {
  it.each([
    ["another agent", { agentVersion: "2" }, ["agent", "policy.agent"]],
    ["another time limit", { timeoutMs: 5 }, ["timeoutMs"]],
  ])(
    "%s is refused with the parts named, before anything is spent",
    async (_, variation, parts) => {
      const { env, calls } = vary(variation);
      const sink = memorySink({ resumeFrom: whole });
      await expect(runRollouts(env, { sink })).rejects.toMatchObject({ code: "mismatch", parts });
      expect(calls).toEqual([]);
      expect(namesOf(sink.records)).toEqual([]);
      expect(sink.closeCount()).toBe(1);
    },
  );

  it("and so is one that cannot be told, on either side", async () => {
    const unknown = {
      ...whole,
      specVersion: "v1" as const,
      header: { ...whole.header, envFingerprint: null, envParts: {} },
      tasks: () => whole.tasks(),
      attempts: (taskId: string) => whole.attempts(taskId),
    };
    const refused = { code: "mismatch", parts: [] };
    const sink = memorySink({ resumeFrom: unknown });
    await expect(runRollouts(vary().env, { sink })).rejects.toMatchObject(refused);

    const tasks = [{ id: "a", input: "a?", expected: new Date() as unknown as string }];
    const blind = memorySink({ resumeFrom: whole });
    await expect(runRollouts(vary({ tasks }).env, { sink: blind })).rejects.toMatchObject(refused);
  });

  it.each([
    ["the name of the environment", { name: "other" }, {}, "env"],
    ["the seed", {}, { seed: 1 }, "seed"],
  ])("%s must be that of before", async (_, variation, options, argument) => {
    const sink = memorySink({ resumeFrom: whole });
    const refused = runRollouts(vary(variation).env, { ...options, sink });
    await expect(refused).rejects.toMatchObject({ code: "invalid_argument", argument });
    expect(sink.closeCount()).toBe(1);
  });

  it.each([
    ["another environment", { name: "other" }, {}, "other-sink"],
    ["another seed", {}, { seed: 1 }, "other-seed"],
    ["another agent", { agentVersion: "2" }, {}, "other-sink"],
  ])("%s is refused with the file named, if it is one", async (_, variation, options, id) => {
    const inFile: ResultSource = {
      path: "runs/a.rollouts.jsonl",
      specVersion: "v1",
      header: whole.header,
      tasks: () => whole.tasks(),
      attempts: (taskId) => whole.attempts(taskId),
    };
    const refusal = (resumeFrom: ResultSource) =>
      runRollouts(vary(variation).env, { ...options, sink: memorySink({ resumeFrom }) }).catch(
        (thrown: unknown) => thrown,
      );
    expect(await refusal(inFile)).toMatchObject({
      problem: expect.stringContaining("runs/a.rollouts.jsonl holds"),
      message: expect.not.stringMatching(/the sink/i),
      advice: { id },
    });
    expect(await refusal(whole)).toMatchObject({
      problem: expect.stringMatching(/the sink holds/i),
      message: expect.stringMatching(/ use another sink\.$/),
    });
  });
});

describe("B13 a storm in a run that goes on", () => {
  it("probes attempts that are to run, and stops; what was there stays", async () => {
    const tasks = Array.from({ length: 8 }, (_, i) => ({
      id: `t${i}`,
      input: `${i}`,
      expected: "0",
    }));
    const stored = await runRollouts(vary({ tasks }).env, { k: 1 });
    const fail = () => {
      throw new Error("down");
    };
    const act = Object.fromEntries(
      tasks.flatMap(({ id }) => [1, 2, 3, 4].map((i) => [`${id}/${i}`, fail])),
    );
    const { result, calls } = await goOn(stored, { tasks, act }, { k: 5 });

    expect(calls).toEqual(["t0/1", "t0/2", "t0/3", "t0/4", "t1/1", "t2/1", "t3/1"]);
    expect(result).toMatchObject({ status: "stopped", stoppedEarly: "error-storm" });
    expect(result.warnings[0]).toContain("so 25 of 40 planned attempts did not start.");
    expect(result.summary()).toMatchObject({ attemptCount: 15, scoredCount: 8 });
  });

  it("stops when all tasks that have something to run fail alike", async () => {
    const tasks = ["t0", "t1", "t2", "t3"].map((id) => ({ id, input: id, expected: "0" }));
    const stored = await runRollouts(vary({ tasks }).env, { k: 5 });
    const edited = tasks.map((task, i) => (i < 2 ? { ...task, input: "edited" } : task));
    const fail = () => {
      throw new Error("down");
    };
    const labels = ["t0", "t1"].flatMap((id) => [0, 1, 2, 3, 4].map((i) => `${id}/${i}`));
    const act = Object.fromEntries(labels.map((label) => [label, fail]));
    const { result, calls } = await goOn(stored, { tasks: edited, act }, { order: "round-robin" });

    expect(calls).toEqual(["t0/0", "t1/0", "t0/1", "t1/1"]);
    expect(result.stoppedEarly).toBe("error-storm");
  });
});
