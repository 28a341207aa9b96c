import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { failedEnd, passedEnd, runStart, start, unscoredEnd } from "../__fixtures__/events.ts";
import { FakeTerminal } from "../__fixtures__/terminal.ts";
import { progressLines } from "./progress-lines.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

it("writes a line every 5 seconds, with the oldest running attempt, and one at the end", () => {
  const stream = new FakeTerminal();
  const { onEvent } = progressLines(stream);
  const events = [runStart(8), start("hard", 0), passedEnd("easy", 0), failedEnd("easy", 1)];
  for (const event of events) onEvent(event);
  vi.advanceTimersByTime(4_999);
  expect(stream.written).toEqual([]);
  vi.advanceTimersByTime(1);
  onEvent(unscoredEnd("easy", 2));
  onEvent(unscoredEnd("easy", 3, "ProviderError"));
  onEvent(start("hard", 1));
  vi.advanceTimersByTime(5_000);
  onEvent(passedEnd("hard", 0));
  onEvent(passedEnd("hard", 1));
  onEvent({ type: "run-end" });
  vi.advanceTimersByTime(60_000);
  expect(stream.written).toEqual([
    "example: 2 of 8 attempts done, 1 passed, 1 failed, 0 unscored, 1 running, the oldest hard/0 for 5s\n",
    "example: 4 of 8 attempts done, 1 passed, 1 failed, 2 unscored (1 timeout, 1 ProviderError), 2 running, the oldest hard/0 for 10s\n",
    "example: 6 of 8 attempts done, 3 passed, 1 failed, 2 unscored (1 timeout, 1 ProviderError)\n",
  ]);
  expect(vi.getTimerCount()).toBe(0);
});

it("writes as often as it is told, safe lines, and stops when it is closed", () => {
  const stream = new FakeTerminal();
  const lines = progressLines(stream, { intervalMs: 100 });
  lines.onEvent(runStart(4));
  lines.onEvent(start("\u001b[2J\n", 0));
  vi.advanceTimersByTime(100);
  lines.log("note\n");
  lines.close();
  lines.onEvent({ type: "run-end" });
  vi.advanceTimersByTime(1000);
  lines.log("later");
  expect(stream.written).toEqual([
    "example: 0 of 4 attempts done, 0 passed, 0 failed, 0 unscored, 1 running, the oldest \\u001b[2J\\n/0 for 0s\n",
    "note\\n\n",
    "later\n",
  ]);
});

it.each([
  ["::error::x", "\\u003a:error::x"],
  ["  ::set-output name=x::y", "  \\u003a:set-output name=x::y"],
  ["a ##[error]x", "a \\u0023#[error]x"],
  ["fine", "fine"],
])("gives the log of a CI service no command: %s", (text, safe) => {
  const stream = new FakeTerminal();
  const lines = progressLines(stream, { intervalMs: 100 });
  lines.log(text);
  const header = { env: text, k: 1 };
  lines.onEvent({ type: "run-start", header, plannedCount: 1 });
  lines.onEvent(start(text, 0));
  lines.onEvent(unscoredEnd(text, 1, text));
  vi.advanceTimersByTime(100);
  lines.close();
  expect(stream.written[0]).toBe(`${safe}\n`);
  expect(stream.written).toHaveLength(2);
  for (const line of stream.written) expect(line).not.toMatch(/^\s*::|##\[/);
});

it("a stream that breaks ends it without a word", () => {
  for (const hurt of [
    (stream: FakeTerminal) => Object.assign(stream, { fault: new Error("gone") }),
    (stream: FakeTerminal) => stream.emit("error", new Error("gone")),
  ]) {
    const stream = new FakeTerminal();
    const { onEvent } = progressLines(stream);
    onEvent(runStart(4));
    hurt(stream);
    vi.advanceTimersByTime(60_000);
    onEvent({ type: "run-end" });
    expect(stream.written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  }
});

it("an event that is none ends the lines, never the run", () => {
  for (const event of [null, { type: "run-start" }, { type: "run-start", header: {} }]) {
    const stream = new FakeTerminal();
    const lines = progressLines(stream);
    expect(() => lines.onEvent(event as never)).not.toThrow();
    expect(() => vi.advanceTimersByTime(60_000)).not.toThrow();
    expect(stream.written).toEqual([]);
    expect(vi.getTimerCount()).toBe(0);
  }
});

it.each([0, 99, Number.NaN, 2 ** 31, "5000"])("refuses an interval of %j", (intervalMs) => {
  expect(() => progressLines(new FakeTerminal(), { intervalMs: intervalMs as never })).toThrow(
    "intervalMs must be a number of milliseconds from 100 to 2147483647",
  );
});
