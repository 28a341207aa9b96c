import type { RunEvent } from "@rollouts/runner";
import { expect, expectTypeOf, it } from "vitest";
import { failedEnd, passedEnd, start, unscoredEnd } from "../__fixtures__/events.ts";
import { gridFrame } from "./grid-frame.ts";
import type { ProgressEvent } from "./progress-event.ts";
import { RunProgress } from "./run-progress.ts";

it("takes the runner's events", () => {
  expectTypeOf<RunEvent>().toExtend<ProgressEvent>();
});

it("counts by verdict, and knows what runs, the oldest first", () => {
  const progress = new RunProgress();
  const events = [
    start("a", 0),
    start("a", 1),
    start("b", 0),
    passedEnd("a", 1),
    failedEnd("b", 0),
  ];
  for (const event of events) progress.apply(event);
  expect(progress.counts).toMatchObject({ passed: 1, failed: 1, unscored: 0 });
  expect([...progress.running.keys()]).toEqual(["a/0"]);
  expect([...progress.runningTasks].map(({ id }) => id)).toEqual(["a"]);
  expect(progress.tasks.map(({ id, verdicts }) => [id, [...verdicts]])).toEqual([
    ["a", [undefined, "passed"]],
    ["b", ["failed"]],
  ]);
});

it("counts what a run that goes on keeps from before as ended", () => {
  const progress = new RunProgress();
  const header = { env: "e", k: 4 };
  progress.apply({ type: "run-start", header, plannedCount: 8, resume: { keptCount: 5 } });
  progress.apply(passedEnd("a", 3));
  expect([progress.endedCount, progress.plannedCount]).toEqual([6, 8]);
  expect(gridFrame(progress, { columns: 100, rows: 20, isColoured: false })).toEqual([
    "e                 k=4 · 6/8 attempts",
    "  a      █   1/1   1.00",
    "  tasks not shown: 1 (0 running)",
    "  pass rate so far: 1.00 (1 of 3 planned attempts scored, 5 kept from before)",
  ]);
});

it("counts an attempt once, and takes one whose start nobody told", () => {
  const progress = new RunProgress();
  for (const event of [passedEnd("a", 0), passedEnd("a", 0)]) progress.apply(event);
  expect(progress.endedCount).toBe(1);
  expect(progress.tasks).toMatchObject([{ runningCount: 0, passedCount: 1 }]);
});

it("tells a bounded number of error classes apart, whatever the errors are called", () => {
  const progress = new RunProgress();
  for (let index = 0; index < 1000; index += 1)
    progress.apply(unscoredEnd("a", index, `E${index}`));
  expect(progress.errors.size).toBe(21);
  expect(progress.errors.get("other")).toBe(980);
  expect(progress.counts.unscored).toBe(1000);
});

it("is not confused by ids that are names of members", () => {
  const progress = new RunProgress();
  for (const id of ["__proto__", "constructor"]) progress.apply(passedEnd(id, 0));
  expect(progress.tasks.map(({ id, passedCount }) => [id, passedCount])).toEqual([
    ["__proto__", 1],
    ["constructor", 1],
  ]);
});
