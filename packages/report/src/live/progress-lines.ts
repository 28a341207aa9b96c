import { formatNumber, invalidArgument, maxDelayMs, refuseUnknownKeys } from "@rollouts/core";
import { clipName } from "../clip.ts";
import { toSafeText } from "../safe-text.ts";
import { listErrors } from "./error-list.ts";
import { bearErrors, checkStream, type OutputStream } from "./output-stream.ts";
import type { ProgressEvent, ProgressView } from "./progress-event.ts";
import { RunProgress } from "./run-progress.ts";

/** What `progressLines` takes. */
export interface ProgressLinesOptions {
  /** Milliseconds between two lines, 100 or more. @defaultValue 5000 */
  readonly intervalMs?: number | undefined;
}

/**
 * Writes a line every few seconds while a run goes on, and one at its end, for logs and pipes: how
 * many of the planned attempts ended and how, the attempt that has been running longest, and what
 * has no verdict by class of error.
 *
 * Give its `onEvent` to the runner. It keeps no process alive, and a stream that breaks ends it
 * without a word.
 *
 * @throws InvalidArgumentError for what is no stream, and for an interval that is too short.
 */
export function progressLines(
  stream: OutputStream,
  options: ProgressLinesOptions = {},
): ProgressView {
  checkStream(stream);
  const intervalMs = readInterval(options);
  const progress = new RunProgress();
  let timer: NodeJS.Timeout | undefined;
  let isOpen = true;

  function close(): void {
    isOpen = false;
    clearInterval(timer);
    stream.off("error", close);
  }

  /** What goes wrong here must not reach the run, or the timer, where it would end the process. */
  function guarded(act: () => void): void {
    try {
      act();
    } catch {
      close();
    }
  }

  function write(line: string): void {
    stream.write(`${toSafeText([line])}\n`);
  }

  function apply(event: ProgressEvent): void {
    if (!isOpen) return;
    progress.apply(event);
    if (event.type === "run-start") {
      clearInterval(timer);
      timer = setInterval(() => guarded(() => write(progressLine(progress))), intervalMs).unref();
    } else if (event.type === "run-end") {
      write(progressLine(progress));
      close();
    }
  }

  bearErrors(stream);
  stream.on("error", close);
  return {
    onEvent: (event) => guarded(() => apply(event)),
    log: (line) => guarded(() => write(line)),
    close,
  };
}

function readInterval(options: ProgressLinesOptions): number {
  refuseUnknownKeys(options, ["intervalMs"], "progressLines");
  const { intervalMs = 5000 } = options;
  if (typeof intervalMs === "number" && intervalMs >= 100 && intervalMs <= maxDelayMs) {
    return intervalMs;
  }
  throw invalidArgument(
    "intervalMs",
    `a number of milliseconds from 100 to ${maxDelayMs}`,
    intervalMs,
  );
}

function progressLine({
  env,
  endedCount,
  plannedCount,
  keptCount,
  counts,
  errors,
  running,
}: RunProgress): string {
  const kinds = errors.size === 0 ? "" : ` (${listErrors(errors)})`;
  const [oldest] = running;
  return [
    `${clipName(env, 60)}: ${endedCount} of ${plannedCount} attempts done`,
    ...(keptCount === 0 ? [] : [`${keptCount} kept from before`]),
    `${counts.passed} passed`,
    `${counts.failed} failed`,
    `${counts.unscored} unscored${kinds}`,
    ...(oldest === undefined ? [] : [`${running.size} running, the oldest ${ageOf(...oldest)}`]),
  ].join(", ");
}

function ageOf(label: string, startedAt: number): string {
  return `${clipName(label, 80)} for ${formatNumber((performance.now() - startedAt) / 1000, 0)}s`;
}
