import { liveGrid, type OutputStream, type ProgressView, progressLines } from "@rollouts/report";
import type { Output } from "../process/console-output.ts";
import { divertOutput } from "./divert-output.ts";
import type { Reporter } from "./reporter.ts";

/** What shows how far a run is. */
export type Progress = Pick<ProgressView, "onEvent" | "close">;

/**
 * Shows progress on standard error: on a terminal the live grid, elsewhere a line every few seconds.
 * Standard output is left to the answer.
 */
export function openProgress(reporter: Reporter | undefined, output: Output): Progress {
  const { stderr, stdout } = process;
  switch (reporter ?? (stderr.isTTY ? "grid" : "lines")) {
    case "none":
      return { onEvent() {}, close() {} };
    case "lines":
      return progressLines(stderr);
    case "grid":
      return openGrid(output, [stdout, stderr]);
  }
}

/** Without a terminal the grid draws nothing. */
function openGrid(output: Output, streams: readonly NodeJS.WriteStream[]): Progress {
  const view = liveGrid(unpatched(process.stderr));
  const diversion = divertOutput(streams, view.log);
  output.logThrough(view.log);
  return {
    onEvent: view.onEvent,
    close() {
      diversion.end();
      output.logThrough(null);
      view.close();
    },
  };
}

/** The stream with the `write` that it has now, whatever takes its place. */
function unpatched(stream: NodeJS.WriteStream): OutputStream {
  const write = stream.write.bind(stream);
  return {
    get isTTY() {
      return stream.isTTY;
    },
    get columns() {
      return stream.columns;
    },
    get rows() {
      return stream.rows;
    },
    get writableNeedDrain() {
      return stream.writableNeedDrain;
    },
    hasColors: () => stream.isTTY && stream.hasColors(),
    write: (text) => write(text),
    on: (event, listener) => stream.on(event, listener),
    off: (event, listener) => stream.off(event, listener),
  };
}
