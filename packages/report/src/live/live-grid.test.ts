import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { passedEnd, runStart, start } from "../__fixtures__/events.ts";
import { FakeTerminal } from "../__fixtures__/terminal.ts";
import { liveGrid } from "./live-grid.ts";

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

const frames = ({ written }: FakeTerminal) => written.length;

describe("liveGrid", () => {
  it("G6 draws at most 8 times a second, and nothing while nothing happens", () => {
    const terminal = new FakeTerminal();
    const { onEvent } = liveGrid(terminal);
    onEvent(runStart(4000));
    for (let index = 0; index < 1000; index += 1) {
      onEvent(passedEnd(`t${index}`, 0));
      vi.advanceTimersByTime(1);
    }
    expect(frames(terminal)).toBeGreaterThan(5);
    expect(frames(terminal)).toBeLessThanOrEqual(9);
    vi.advanceTimersByTime(1000);
    const settled = frames(terminal);
    vi.advanceTimersByTime(60_000);
    expect(frames(terminal)).toBe(settled);
    expect(terminal.written.at(-1)).toContain("1000/4000 attempts");
  });

  it("draws a frame in one write, over the last one, and erases nothing before it", () => {
    const terminal = new FakeTerminal();
    const { onEvent } = liveGrid(terminal);
    onEvent(runStart(4));
    vi.advanceTimersByTime(200);
    onEvent(start("t1", 0));
    vi.advanceTimersByTime(200);
    expect(terminal.written.map((text) => JSON.stringify(text).replaceAll("\\u001b", "^"))).toEqual(
      [
        '"^[?2026h\\rexample                 k=4 · 0/4 attempts^[K\\n  tasks not shown: 1 (0 done, 0 running, 1 not started)^[K\\n  pass rate so far: none (0 of 4 planned attempts scored)^[K\\n^[J^[?2026l"',
        '"^[?2026h\\r^[3Aexample                 k=4 · 0/4 attempts^[K\\n  t1          0/0   -^[K\\n  pass rate so far: none (0 of 4 planned attempts scored)^[K\\n^[J^[?2026l"',
      ],
    );
  });

  it("counts the rows that a narrower terminal has wrapped", () => {
    const terminal = new FakeTerminal();
    const { onEvent } = liveGrid(terminal);
    onEvent(runStart(4));
    onEvent(start("t1", 0));
    vi.advanceTimersByTime(200);
    terminal.columns = 20;
    terminal.emit("resize");
    vi.advanceTimersByTime(200);
    // The header took 42 columns, the row 21 and the footer 57: now 3, 2 and 3 rows.
    expect(terminal.written[1]).toContain("\r\u001b[8A");
  });

  it("G6 writes nothing to what is no terminal", () => {
    const terminal = new FakeTerminal();
    terminal.isTTY = undefined;
    const grid = liveGrid(terminal);
    grid.onEvent(runStart(4));
    vi.advanceTimersByTime(1000);
    grid.close();
    expect(terminal.written).toEqual([]);
    expect(terminal.eventNames()).toEqual([]);
  });

  it.each<[string, (terminal: FakeTerminal) => void]>([
    ["a write that throws", (terminal) => Object.assign(terminal, { fault: new Error("gone") })],
    ["a stream that breaks later", (terminal) => terminal.emit("error", new Error("gone"))],
    [
      "a size that cannot be read",
      (terminal) =>
        Object.defineProperty(terminal, "rows", {
          get() {
            throw new Error("gone");
          },
        }),
    ],
  ])("G6 %s costs the drawing and one warning, never the run", (_, hurt) => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const terminal = new FakeTerminal();
    const grid = liveGrid(terminal);
    hurt(terminal);
    for (let index = 0; index < 10; index += 1) {
      grid.onEvent(passedEnd("t", index));
      vi.advanceTimersByTime(200);
    }
    terminal.emit("error", new Error("again"));
    grid.close();
    expect(warn.mock.calls).toEqual([["The live grid is off, since it failed: gone"]]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("an event that is none costs the drawing, never the run", () => {
    const warn = vi.spyOn(process, "emitWarning").mockReturnValue();
    const { onEvent } = liveGrid(new FakeTerminal());
    expect(() => onEvent({ type: "run-start" } as never)).not.toThrow();
    expect(() => onEvent(null as never)).not.toThrow();
    expect(warn).toHaveBeenCalledTimes(1);
  });

  it("waits for a slow terminal in place of piling frames up", () => {
    const terminal = new FakeTerminal();
    terminal.writableNeedDrain = true;
    const { onEvent } = liveGrid(terminal);
    onEvent(runStart(4));
    vi.advanceTimersByTime(10_000);
    expect(terminal.written).toEqual([]);
    terminal.writableNeedDrain = false;
    vi.advanceTimersByTime(200);
    expect(frames(terminal)).toBe(1);
  });

  it("close takes the grid away at once, stops for good, and may be called again", () => {
    const terminal = new FakeTerminal();
    const grid = liveGrid(terminal);
    grid.onEvent(runStart(4));
    vi.advanceTimersByTime(200);
    grid.close();
    grid.close();
    grid.onEvent(passedEnd("t", 0));
    terminal.emit("resize");
    vi.advanceTimersByTime(1000);
    expect(terminal.written.slice(1)).toEqual(["\u001b[?2026h\r\u001b[3A\u001b[J\u001b[?2026l"]);
    expect(vi.getTimerCount()).toBe(0);
  });

  it("log puts a safe line above the grid, and after the end just prints it", () => {
    const terminal = new FakeTerminal();
    const grid = liveGrid(terminal);
    grid.onEvent(runStart(4));
    vi.advanceTimersByTime(200);
    grid.log("a\u001b[2J");
    vi.advanceTimersByTime(200);
    expect(terminal.written[1]).toBe("\u001b[?2026h\r\u001b[3A\u001b[Ja\\u001b[2J\n\u001b[?2026l");
    expect(terminal.written[2]?.startsWith("\u001b[?2026h\rexample")).toBe(true);
    grid.close();
    grid.log("b");
    expect(terminal.written.at(-1)).toBe("b\n");
    grid.log("::error::##[error]");
    expect(terminal.written.at(-1)).toBe("\\u003a:error::\\u0023#[error]\n");
  });

  it("refuses what is no stream", () => {
    expect(() => liveGrid({} as never)).toThrow(
      "stream must be a stream to write to, such as process.stderr, got an object.",
    );
  });
});
