import { getEventListeners } from "node:events";
import { type Agent, defineEnvironment, functionAgent } from "@rollouts/core";
import { describe, expect, it, vi } from "vitest";
import { runRollouts } from "./index.ts";
import {
  attemptsOf,
  deferred,
  end,
  eventAgent,
  never,
  settleAll,
  snapshotOf,
} from "./run.test-helper.ts";

/** Stops when its signal says so. */
const obedient = functionAgent({
  run: (input, { signal }) =>
    new Promise<string>((resolve, reject) => {
      if (input === "quick") resolve("x");
      signal.addEventListener("abort", () => reject(signal.reason), { once: true });
    }),
});
const tasks = [
  { id: "quick", input: "quick" },
  { id: "slow", input: "slow" },
];
const scorer = () => true;

const stopsOf = (result: Parameters<typeof attemptsOf>[0]) =>
  attemptsOf(result).map(({ taskId, attemptIndex, stopReason }) => [
    `${taskId}/${attemptIndex}`,
    stopReason,
  ]);

describe.each([
  [1, 1],
  [8, 4],
])("at concurrency %i", (concurrency, startedSlow) => {
  it("E16 E19 B15 case 12(e): keeps what finished, cancels what is in flight, starts nothing more", async () => {
    const env = defineEnvironment({ name: "abort", tasks, agent: obedient, scorer });
    const controller = new AbortController();
    let slowCount = 0;

    const result = await runRollouts(env, {
      k: 4,
      concurrency,
      signal: controller.signal,
      onEvent(event) {
        if (event.type !== "attempt-start" || event.taskId !== "slow") return;
        slowCount += 1;
        if (slowCount === startedSlow) setImmediate(() => controller.abort());
      },
    });

    expect(stopsOf(result)).toEqual([
      ["quick/0", "completed"],
      ["quick/1", "completed"],
      ["quick/2", "completed"],
      ["quick/3", "completed"],
      ...Array.from({ length: startedSlow }, (_, i) => [`slow/${i}`, "cancelled"]),
    ]);
    expect(result.taskResults[1]?.attempts[0]).toMatchObject({
      error: "cancelled: the run was aborted",
      unscored: { cause: "cancelled", reason: "cancelled: the run was aborted" },
    });
    expect(result).toMatchObject({
      status: "stopped",
      stoppedEarly: "aborted",
      abandonedCount: 0,
    });
    expect(result.summary()).toMatchObject({
      plannedCount: 8,
      attemptCount: 4 + startedSlow,
      notRunCount: 4 - startedSlow,
      passRate: 1,
      coverage: 0.5,
    });
    expect(String(result)).toContain("stopped early: aborted");
    expect(getEventListeners(controller.signal, "abort")).toEqual([]);
  });

  it("takes the slots of deaf agents back after the grace", async () => {
    const late = deferred<string>();
    const agent = functionAgent({ run: () => late.promise });
    const env = defineEnvironment({ name: "deaf", tasks, agent, scorer });
    const controller = new AbortController();

    const running = runRollouts(env, { k: 4, concurrency, signal: controller.signal, graceMs: 20 });
    await settleAll();
    controller.abort("enough");
    const result = await running;
    const before = snapshotOf(result);
    late.resolve("late");
    await settleAll();

    const startedCount = Math.min(concurrency, 8);
    expect(stopsOf(result).map(([, stop]) => stop)).toEqual(Array(startedCount).fill("cancelled"));
    expect(result).toMatchObject({ stoppedEarly: "aborted", abandonedCount: startedCount });
    expect(snapshotOf(result)).toBe(before);
  });
});

it("counts as aborted also when every attempt had started", async () => {
  const env = defineEnvironment({
    name: "all",
    tasks: [{ input: "slow" }],
    agent: obedient,
    scorer,
  });
  const controller = new AbortController();

  const running = runRollouts(env, { k: 2, signal: controller.signal });
  await settleAll();
  controller.abort();
  const result = await running;

  expect(result).toMatchObject({ status: "stopped", stoppedEarly: "aborted" });
  expect(result.summary()).toMatchObject({ attemptCount: 2, notRunCount: 0 });
});

it("S6 an abort that comes too late to cost anything stopped nothing", async () => {
  const env = defineEnvironment({
    name: "late",
    tasks: [{ input: "quick" }],
    agent: obedient,
    scorer,
  });
  const controller = new AbortController();

  const result = await runRollouts(env, {
    k: 2,
    concurrency: 1,
    signal: controller.signal,
    onEvent(event) {
      if (event.type === "attempt-end" && event.attempt.attemptIndex === 1) controller.abort();
    },
  });

  expect(result).toMatchObject({ status: "finished", stoppedEarly: null });
});

it.each([
  ["no reason", []],
  ["undefined", [undefined]],
  ["a text", ["enough"]],
  ["null", [null]],
])("an abort with %s before the run starts no attempt and resolves", async (_, reason) => {
  const ran = vi.fn(() => "x");
  const env = defineEnvironment({ name: "no", tasks, agent: functionAgent({ run: ran }), scorer });
  const controller = new AbortController();
  controller.abort(...reason);
  const events: string[] = [];

  const result = await runRollouts(env, {
    signal: controller.signal,
    onEvent: ({ type }) => void events.push(type),
  });

  expect(ran).not.toHaveBeenCalled();
  expect(attemptsOf(result)).toEqual([]);
  expect(result).toMatchObject({ status: "stopped", stoppedEarly: "aborted" });
  expect(result.summary()).toMatchObject({ notRunCount: 16, passRate: null, coverage: 0 });
  expect(result.envFingerprint).toMatch(/^envfp1:/);
  expect(events).toEqual(["run-start", "run-end"]);
  expect(getEventListeners(controller.signal, "abort")).toEqual([]);
});

it("an abort while the first agent is being built resolves after the grace", async () => {
  const agent = () => never<Agent>();
  const env = defineEnvironment({ name: "hangs", tasks, agent, scorer });
  const controller = new AbortController();

  const running = runRollouts(env, { signal: controller.signal, graceMs: 20 });
  await settleAll();
  controller.abort();
  const result = await running;

  expect(attemptsOf(result)).toEqual([]);
  expect(result).toMatchObject({
    status: "stopped",
    stoppedEarly: "aborted",
    envFingerprint: null,
    policyFingerprint: null,
    isolation: { tools: "fresh" },
    warnings: ["No fingerprints: the run was aborted before its first agent was built."],
  });
});

it("an abort from onEvent reaches the very attempt that is starting", async () => {
  const ran = vi.fn(() => "x");
  const env = defineEnvironment({ name: "now", tasks, agent: functionAgent({ run: ran }), scorer });
  const controller = new AbortController();

  const result = await runRollouts(env, {
    signal: controller.signal,
    onEvent: ({ type }) => type === "attempt-start" && controller.abort(),
  });

  expect(ran).not.toHaveBeenCalled();
  expect(stopsOf(result)).toEqual([["quick/0", "cancelled"]]);
});

it("Z37 plans no attempt before its turn: the 10 million that a run may have cost nothing until they run", async () => {
  const agent = functionAgent({ run: () => "x" });
  const env = defineEnvironment({ name: "lazy", tasks, agent, scorer });
  const controller = new AbortController();

  const result = await runRollouts(env, {
    k: 5e6,
    concurrency: 1,
    signal: controller.signal,
    onEvent(event) {
      if (event.type === "attempt-end" && event.attempt.attemptIndex === 2) controller.abort();
    },
  });

  expect(result.summary()).toMatchObject({
    plannedCount: 1e7,
    attemptCount: 3,
    notRunCount: 1e7 - 3,
    stoppedEarly: "aborted",
  });
});

it("Z37 refuses a billion attempts, which no result file takes, before anything is built", async () => {
  const agent = vi.fn(() => functionAgent({ run: () => "x" }));
  const env = defineEnvironment({ name: "lazy", tasks, agent, scorer });
  const onEvent = vi.fn();

  await expect(runRollouts(env, { k: 1e9, onEvent })).rejects.toMatchObject({
    code: "invalid_argument",
    argument: "k",
    message:
      "k = 1000000000 is too much for 2 tasks: a run has at most 10000000 attempts. Lower k, or select fewer tasks.",
  });

  expect(agent).not.toHaveBeenCalled();
  expect(onEvent).not.toHaveBeenCalled();
});

it("passes the caller's reason on to the attempts, and no later than at once", async () => {
  const reasons: unknown[] = [];
  const agent = functionAgent({
    run: (_, { signal }) =>
      new Promise<string>((_resolve, reject) => {
        signal.addEventListener("abort", () => {
          reasons.push(signal.reason);
          reject(signal.reason);
        });
      }),
  });
  const env = defineEnvironment({ name: "reason", tasks, agent, scorer });
  const controller = new AbortController();
  const reason = new Error("enough");

  const running = runRollouts(env, { k: 1, signal: controller.signal });
  await settleAll();
  controller.abort(reason);
  expect(reasons).toEqual([reason, reason]);
  await running;
});

it("an abort while a scorer is at work leaves the attempt cancelled, its run kept", async () => {
  const scoring = deferred();
  const controller = new AbortController();
  const env = defineEnvironment({
    name: "scoring",
    tasks: [{ input: "x" }],
    agent: functionAgent({ run: () => "x" }),
    scorer: (_, __, { signal }) => {
      scoring.resolve();
      return new Promise<boolean>((resolve) => {
        signal.addEventListener("abort", () => resolve(true), { once: true });
      });
    },
  });

  const running = runRollouts(env, { k: 1, signal: controller.signal });
  await scoring.promise;
  controller.abort();
  const [attempt] = attemptsOf(await running);

  expect(attempt).toMatchObject({ stopReason: "cancelled", score: null, run: { text: "x" } });
});

it("an abort while a metric is at work keeps the verdict", async () => {
  const measuring = deferred();
  const controller = new AbortController();
  const env = defineEnvironment({
    name: "measuring",
    tasks: [{ input: "x" }],
    agent: functionAgent({ run: () => "x" }),
    scorer,
    metrics: {
      first: () => 0.5,
      second: () => {
        measuring.resolve();
        return never<number>();
      },
      third: () => 1,
    },
  });

  const running = runRollouts(env, { k: 1, signal: controller.signal, graceMs: 10 });
  await measuring.promise;
  controller.abort();
  const result = await running;

  const unscored = { cause: "cancelled", reason: "the run was aborted" };
  expect(attemptsOf(result)[0]).toMatchObject({
    stopReason: "completed",
    score: { passed: true },
    metrics: {
      first: { score: { value: 0.5 }, unscored: null },
      second: { score: null, unscored },
      third: { score: null, unscored },
    },
  });
  expect(result).toMatchObject({ stoppedEarly: null, abandonedCount: 1 });
});

describe("agents that never wait for anything outside", () => {
  it.each([
    ["answer", () => "x"],
    [
      "fail",
      () => {
        throw `at once ${Math.random()}`; // no two alike, so that they make no storm
      },
    ],
  ])("but %s do not keep an abort from a timer from stopping the run", async (_, run) => {
    const env = defineEnvironment({ name: "busy", tasks, agent: functionAgent({ run }), scorer });
    const controller = new AbortController();
    setTimeout(() => controller.abort(), 20);

    const result = await runRollouts(env, { k: 50_000, signal: controller.signal });

    expect(result).toMatchObject({ stoppedEarly: "aborted" });
    expect(attemptsOf(result).length).toBeGreaterThan(0);
  });

  it("do not outlive their time with endless events", async () => {
    const enough = 2_000_000;
    let eventCount = 0;
    const agent = eventAgent(async function* () {
      while (eventCount++ < enough) yield { type: "text-delta", text: "" };
    });
    const env = defineEnvironment({
      name: "endless",
      tasks: [{ input: "x" }],
      agent,
      scorer,
      timeoutMs: 50,
    });

    const result = await runRollouts(env, { k: 2, graceMs: 20 });

    expect(attemptsOf(result).map(({ stopReason }) => stopReason)).toEqual(["timeout", "timeout"]);
    expect(eventCount).toBeLessThan(enough);
  });
});

it("leaves no listener on the caller's signal, after success and after misuse", async () => {
  const { signal } = new AbortController();
  const agent = eventAgent(async function* () {
    yield end("x");
  });
  const env = defineEnvironment({ name: "tidy", tasks, agent, scorer });
  const broken = { ...env, agent: () => Promise.reject(new Error("no agent")) };

  await runRollouts(env, { k: 20, concurrency: 10, signal });
  await expect(runRollouts(broken, { signal })).rejects.toThrow("no agent");

  expect(getEventListeners(signal, "abort")).toEqual([]);
});

it("adds one listener to the caller's signal, however many attempts are in flight", async () => {
  const { signal } = new AbortController();
  const gate = deferred<string>();
  const env = defineEnvironment({
    name: "listeners",
    tasks,
    agent: functionAgent({ run: () => gate.promise }),
    scorer,
  });

  const running = runRollouts(env, { k: 20, concurrency: 40, signal });
  await settleAll();

  expect(getEventListeners(signal, "abort")).toHaveLength(1);
  gate.resolve("x");
  await running;
});
