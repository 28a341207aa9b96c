import { RolloutsError } from "@rollouts/core";

/** Where a command writes: its answer to `out`, everything else to `log`. */
export interface Output {
  /** Settles when all of it is written. */
  out(text: string): Promise<void>;
  log(text: string): void;
  /** Settles when all that was logged is written. */
  flushLog(): Promise<void>;
  /** From now on, what the user's code prints to standard output goes to standard error. */
  keepOutClean(): void;
  /** Where lines go from now on that are logged; `null` for standard error, as at first. */
  logThrough(log: ((line: string) => void) | null): void;
}

/** The output of this process. */
export function consoleOutput(): Output {
  const { stdout, stderr } = process;
  const writeOut = stdout.write.bind(stdout);
  let logLine: ((line: string) => void) | null = null;
  // Without a listener a reader that has gone ends the process with a stack trace.
  for (const stream of [stdout, stderr]) stream.on("error", () => {});
  return {
    out: (text) =>
      new Promise((resolve, reject) => {
        // A process that ends loses what a slow reader has not taken, so this waits for it.
        writeOut(`${text}\n`, (error) => {
          if (isFailure(error)) reject(cannotWrite(error));
          else resolve();
        });
      }),
    log(text) {
      if (logLine === null) stderr.write(`${text}\n`);
      else for (const line of text.split("\n")) logLine(line);
    },
    flushLog: () =>
      new Promise((resolve) => {
        stderr.write("", () => resolve());
      }),
    keepOutClean() {
      // Looked up each time, since a live view may take its place.
      const toStderr = (...args: Parameters<typeof stderr.write>) => stderr.write(...args);
      stdout.write = toStderr as typeof stdout.write;
    },
    logThrough(log) {
      logLine = log;
    },
  };
}

/** A reader that has gone, as `| head` does, has read what it wanted. */
function isFailure(error: NodeJS.ErrnoException | null | undefined): error is Error {
  return error !== null && error !== undefined && error.code !== "EPIPE";
}

function cannotWrite(cause: Error): RolloutsError {
  const message = `Cannot write to standard output: ${cause.message}.`;
  return new RolloutsError({ code: "write_failed", message, cause });
}
