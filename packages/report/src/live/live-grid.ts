import { describeThrown } from "@rollouts/core";
import { toSafeText } from "../safe-text.ts";
import { gridFrame } from "./grid-frame.ts";
import { bearErrors, checkStream, type OutputStream } from "./output-stream.ts";
import type { ProgressEvent, ProgressView } from "./progress-event.ts";
import { RunProgress } from "./run-progress.ts";
import { columnsOf, createScreen } from "./screen.ts";

/** 8 refreshes a second. */
const refreshMs = 125;

/**
 * Draws the grid of a run on a terminal while it goes on, at most 8 times a second. What does not fit
 * is summarized in one line; the tasks at work are shown first. `close` takes the grid away, so print
 * the result after it.
 *
 * Give its `onEvent` to the runner. On a stream that is no terminal it draws nothing: use
 * `progressLines` there. It keeps no process alive, and a fault of its own costs one warning of the
 * process and the drawing, never the run. Colours follow the stream, and so `NO_COLOR`.
 *
 * @throws InvalidArgumentError for what is no stream.
 */
export function liveGrid(stream: OutputStream): ProgressView {
  checkStream(stream);
  const progress = new RunProgress();
  const screen = createScreen(stream);
  let isActive = stream.isTTY === true;
  let timer: NodeJS.Timeout | undefined;
  let lastDrawAt = Number.NEGATIVE_INFINITY;

  function stop(): void {
    isActive = false;
    clearTimeout(timer);
    stream.off("resize", schedule);
    stream.off("error", disable);
  }

  function disable(thrown: unknown): void {
    if (!isActive) return;
    stop();
    process.emitWarning(`The live grid is off, since it failed: ${describeThrown(thrown)}`);
  }

  function guarded(act: () => void): void {
    try {
      if (isActive) act();
    } catch (thrown) {
      disable(thrown);
    }
  }

  function draw(): void {
    timer = undefined;
    lastDrawAt = performance.now();
    if (stream.writableNeedDrain === true) {
      schedule();
      return;
    }
    const isColoured = stream.hasColors?.() === true;
    const rows = stream.rows || 24;
    screen.draw(gridFrame(progress, { columns: columnsOf(stream), rows, isColoured }));
  }

  function schedule(): void {
    if (!isActive || timer !== undefined) return;
    const waitMs = Math.max(0, lastDrawAt + refreshMs - performance.now());
    timer = setTimeout(() => guarded(draw), Math.min(waitMs, refreshMs)).unref();
  }

  if (isActive) {
    bearErrors(stream);
    stream.on("resize", schedule);
    stream.on("error", disable);
  }
  return {
    onEvent(event: ProgressEvent) {
      guarded(() => {
        progress.apply(event);
        schedule();
      });
    },
    log(line) {
      const text = `${toSafeText([line])}\n`;
      if (!isActive) stream.write(text);
      guarded(() => {
        screen.replace(text);
        schedule();
      });
    },
    close() {
      guarded(() => screen.replace(""));
      stop();
    },
  };
}
