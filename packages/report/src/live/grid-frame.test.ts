import fc from "fast-check";
import stringWidth from "string-width";
import { describe, expect, it } from "vitest";
import { failedEnd, passedEnd, runStart, start, unscoredEnd } from "../__fixtures__/events.ts";
import { gridFrame } from "./grid-frame.ts";
import type { ProgressEvent } from "./progress-event.ts";
import { RunProgress } from "./run-progress.ts";

const size = { columns: 80, rows: 24, isColoured: false };

function progressOf(...events: readonly ProgressEvent[]): RunProgress {
  const progress = new RunProgress();
  for (const event of events) progress.apply(event);
  return progress;
}

/** So many tasks, of which each of the first `done` has passed. */
function manyTasks(taskCount: number, started: number, done: number): RunProgress {
  const progress = progressOf(runStart(taskCount * 2, 2));
  for (let index = 0; index < started; index += 1) {
    progress.apply(start(`task-${index}`, 0));
    if (index >= done) continue;
    progress.apply(passedEnd(`task-${index}`, 0));
    progress.apply(passedEnd(`task-${index}`, 1));
  }
  return progress;
}

describe("gridFrame", () => {
  it("G6 has done over planned in place of seconds, a space for what is pending, and no zone", () => {
    const progress = progressOf(
      runStart(8),
      start("easy", 0),
      passedEnd("easy", 0),
      start("hard-product", 0),
      start("hard-product", 1),
      passedEnd("hard-product", 0),
      failedEnd("hard-product", 1),
      unscoredEnd("hard-product", 3, "ProviderError"),
      { type: "warning", message: "w" },
    );
    expect(gridFrame(progress, size)).toEqual([
      "example                 k=4 · 4/8 attempts",
      "  easy           █      1/1   1.00",
      "  hard-product   █░ ▲   1/2   0.50   1 unscored",
      "  pass rate so far: 0.67 (3 of 8 planned attempts scored)",
      "  without a verdict: 1 ProviderError",
      "  warnings: 1",
    ]);
  });

  it("shows nothing scored as no rate", () => {
    expect(gridFrame(progressOf(runStart(4), start("a", 0)), size)).toEqual([
      "example                 k=4 · 0/4 attempts",
      "  a          0/0   -",
      "  pass rate so far: none (0 of 4 planned attempts scored)",
    ]);
  });

  it("sums up what does not fit: tasks at work first, then the latest", () => {
    const frame = gridFrame(manyTasks(5000, 1200, 1198), { ...size, rows: 9 });
    expect(frame).toEqual([
      "example                 k=2 · 2396/10000 attempts",
      "  task-1195   ██   2/2   1.00",
      "  task-1196   ██   2/2   1.00",
      "  task-1197   ██   2/2   1.00",
      "  task-1198        0/0   -",
      "  task-1199        0/0   -",
      "  tasks not shown: 4995 (1195 done, 0 running, 3800 not started)",
      "  pass rate so far: 1.00 (2396 of 10000 planned attempts scored)",
    ]);
  });

  it("says of a resumed run's tasks that it does not show only what it knows", () => {
    const progress = progressOf({
      type: "run-start",
      header: { env: "example", k: 2 },
      plannedCount: 200,
      resume: { keptCount: 190 },
    });
    for (let index = 0; index < 5; index += 1) progress.apply(start(`task-${index}`, 0));
    expect(gridFrame(progress, { ...size, columns: 100, rows: 7 }).slice(-2)).toEqual([
      "  tasks not shown: 97 (2 running)",
      "  pass rate so far: none (0 of 10 planned attempts scored, 190 kept from before)",
    ]);
  });

  it("cuts signs that do not fit, before it cuts numbers", () => {
    const progress = progressOf(runStart(200, 200), start("many", 0));
    for (let index = 0; index < 100; index += 1) progress.apply(passedEnd("many", index));
    expect(gridFrame(progress, { ...size, columns: 41 })[1]).toBe(
      "  many   █████████████…   100/100   1.00",
    );
  });

  it("pads ids by what they take on the screen, and shows none of their escapes", () => {
    const progress = progressOf(runStart(8), start("東京", 0), start("a\u001b[2J\nb", 0));
    expect(gridFrame(progress, size).slice(1, 3)).toEqual([
      "  東京                   0/0   -",
      "  a\\u001b[2J\\nb          0/0   -",
    ]);
  });

  it("colours the signs, and not the same signs in an id", () => {
    const progress = progressOf(runStart(2, 2), passedEnd("█", 0), failedEnd("█", 1));
    expect(gridFrame(progress, { ...size, isColoured: true })[1]).toBe(
      "  █   \u001b[32m█\u001b[39m\u001b[31m░\u001b[39m   1/2   0.50",
    );
  });

  it("fits into any terminal, whatever the ids", () => {
    const event = fc.oneof(
      fc.tuple(fc.string({ unit: "binary" }), fc.nat(5)).map(([id, index]) => start(id, index)),
      fc.tuple(fc.string(), fc.nat(5)).map(([id, index]) => unscoredEnd(id, index, id)),
      fc
        .tuple(fc.constantFrom("東京", "👍🏽", "e\u0301"), fc.nat(5))
        .map(([id, index]) => passedEnd(id, index)),
    );
    const sizes = fc.record({
      columns: fc.integer({ min: 1, max: 90 }),
      rows: fc.integer({ min: 1, max: 12 }),
    });
    fc.assert(
      fc.property(fc.array(event, { maxLength: 30 }), sizes, (events, { columns, rows }) => {
        const progress = progressOf(runStart(60), ...events);
        const frame = gridFrame(progress, { columns, rows, isColoured: false });
        expect(frame.length).toBeLessThanOrEqual(rows - 1);
        for (const line of frame) {
          expect(stringWidth(line)).toBeLessThan(Math.max(2, columns));
          expect(line).not.toMatch(/[\p{Cc}\p{Cf}\p{Cs}]/u);
        }
      }),
      { numRuns: 300 },
    );
  }, 60_000);

  it("draws 100,000 tasks in a moment", () => {
    const progress = manyTasks(100_000, 100_000, 99_000);
    const startedAt = performance.now();
    gridFrame(progress, size);
    expect(performance.now() - startedAt).toBeLessThan(1000);
  }, 60_000);
});
