import { exitCode } from "./exit-code.ts";

/** The signals by which a command is told to stop. */
export const stopSignals = ["SIGINT", "SIGTERM"] as const;

/** The way out of this process. */
export interface OwnExit {
  /** Ends it with an exit code of ours. */
  readonly end: (code: number) => never;
  /** Ends it as stopped by somebody, whatever it waits for. */
  readonly endAtOnce: () => never;
  /** Sets what is said if it ends before the command does. */
  readonly setLastWords: (words: string | undefined) => void;
}

/**
 * Makes the way out of this process. Any other end, such as `process.exit(0)` in the user's code,
 * or nothing left to wait for, is an error: it must not look like a good run.
 */
export function ownExit(log: (text: string) => void): OwnExit {
  let isOurs = false;
  let lastWords: string | undefined;
  function say(words: string | undefined): void {
    if (words !== undefined) log(words);
  }
  process.on("exit", (code) => {
    // From here on Node waits for file operations, maybe for good, and calls no listener.
    for (const signal of stopSignals) process.removeAllListeners(signal);
    if (isOurs) return;
    log(
      `rollouts: the process ended before the command did, with exit code ${code}: something called process.exit(), or waits for what never comes.`,
    );
    say(lastWords);
    process.exitCode = exitCode.internal;
  });
  function end(code: number): never {
    isOurs = true;
    process.exit(code);
  }
  return {
    end,
    endAtOnce() {
      say(lastWords);
      // A signal does not wait for those file operations, and shells make 130 of it too. Windows has none.
      if (process.platform !== "win32") {
        process.on("exit", () => process.kill(process.pid, "SIGINT"));
      }
      return end(exitCode.aborted);
    },
    setLastWords(words) {
      lastWords = words;
    },
  };
}
