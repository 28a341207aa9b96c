import { defineEnvironment, functionAgent } from "@rollouts/core";
import { describe, expect, it, vi } from "vitest";
import { type RunEvent, runRollouts } from "../index.ts";
import { attemptsOf, deferred, never, settleAll, snapshotOf } from "../run.test-helper.ts";

const tasks = [
  { input: "a", id: "a" },
  { input: "b", id: "b" },
];
const agent = functionAgent({ run: (input) => String(input) });
const scorer = () => true;
const env = defineEnvironment({ name: "events", tasks, agent, scorer });

const nameOf = (event: RunEvent): string => {
  if (event.type === "attempt-start") return `start ${event.taskId}/${event.attemptIndex}`;
  if (event.type !== "attempt-end") return event.type;
  return `end ${event.attempt.taskId}/${event.attempt.attemptIndex}`;
};

it("tells what happens in order, and hands out what is in the result", async () => {
  const events: RunEvent[] = [];

  const result = await runRollouts(env, {
    k: 2,
    concurrency: 1,
    seed: 7,
    onEvent: (event) => void events.push(event),
  });

  expect(events.map(nameOf)).toEqual([
    "run-start",
    "start a/0",
    "end a/0",
    "start a/1",
    "end a/1",
    "start b/0",
    "end b/0",
    "start b/1",
    "end b/1",
    "run-end",
  ]);
  const { end: _, ...header } = result.header;
  expect(events[0]).toEqual({
    type: "run-start",
    header: { ...header, end: null },
    plannedCount: 4,
  });
  expect(header).toMatchObject({ k: 2, seed: 7 });
  expect(events.flatMap((event) => (event.type === "attempt-end" ? [event.attempt] : []))).toEqual(
    attemptsOf(result),
  );
  expect(events.at(-1)).toEqual({ type: "run-end", result });
});

it("tells every warning that the result holds", async () => {
  const warnings: string[] = [];
  const closing = defineEnvironment({
    name: "closing",
    tasks: [{ input: "a", expected: new Set() }],
    agent,
    scorer,
    setup: async () => ({ close: () => Promise.reject(new Error("stuck")) }),
  });

  const result = await runRollouts(closing, {
    k: 2,
    onEvent: (event) => event.type === "warning" && warnings.push(event.message),
  });

  expect(warnings).toEqual(result.warnings);
  expect(warnings).toEqual([
    expect.stringContaining("No environment fingerprint"),
    "t1/0: closing the set-up failed: stuck",
    "t1/1: closing the set-up failed: stuck",
  ]);
});

describe("E15 an observer that fails is told nothing more, and the run goes on", () => {
  it.each([
    [
      "throws",
      () => {
        throw new Error("no screen");
      },
      1,
    ],
    ["gives a promise that is rejected", () => Promise.reject(new Error("no screen")), undefined],
  ])("when it %s", async (_, onEvent, callCount) => {
    const observer = vi.fn(onEvent);

    const result = await runRollouts(env, { k: 2, onEvent: observer });
    await settleAll();

    expect(result.summary()).toMatchObject({ attemptCount: 4, passRate: 1 });
    expect(result.warnings).toEqual(["onEvent failed and was told nothing more: no screen"]);
    if (callCount !== undefined) expect(observer).toHaveBeenCalledTimes(callCount);
  });

  it("when it throws anything at all, in the middle", async () => {
    const observer = vi.fn(({ type }: RunEvent) => {
      if (type === "attempt-end") throw undefined;
    });

    const result = await runRollouts(env, { k: 2, concurrency: 1, onEvent: observer });

    expect(result.warnings).toEqual(["onEvent failed and was told nothing more: undefined"]);
    expect(observer.mock.calls.map(([event]) => event.type)).toEqual([
      "run-start",
      "attempt-start",
      "attempt-end",
    ]);
  });
});

it("waits for no promise of the observer", async () => {
  const result = await runRollouts(env, { k: 1, onEvent: () => never() });

  expect(result.summary().passRate).toBe(1);
});

it("neither tells nor collects anything once the run is over", async () => {
  const gate = deferred();
  const onEvent = vi.fn<(event: RunEvent) => unknown>(({ type }) =>
    type === "run-end" ? gate.promise : undefined,
  );
  const late = defineEnvironment({
    name: "late",
    tasks,
    agent: functionAgent({ run: () => never<string>() }),
    scorer,
    setup: async () => ({ close: () => gate.promise }),
    timeoutMs: 150,
  });

  const result = await runRollouts(late, { k: 1, graceMs: 10, onEvent });
  const before = snapshotOf(result);
  const callCount = onEvent.mock.calls.length;
  gate.reject(new Error("late"));
  await settleAll();

  expect(result.warnings).toHaveLength(3);
  expect(snapshotOf(result)).toBe(before);
  expect(onEvent).toHaveBeenCalledTimes(callCount);
});
