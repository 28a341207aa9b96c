import { exitCode } from "./exit-code.ts";
import type { EndProcess } from "./own-exit.ts";

const signals = ["SIGINT", "SIGTERM"] as const;

/** What the person at the terminal does to a command. */
export interface Interrupt {
  /** True once the command was told to stop. */
  isAsked(): boolean;
  /**
   * Call it when there is something to stop gently; until then the first signal ends the process.
   * `lastWords` are logged when the second one does.
   */
  startRun(lastWords?: string): AbortSignal;
}

/** The first Ctrl-C stops the run and keeps what has finished; the second ends the process. */
export function listenToSignals(log: (text: string) => void, end: EndProcess): Interrupt {
  const controller = new AbortController();
  let isRunning = false;
  let lastWords: string | undefined;
  function interrupt(): void {
    if (!isRunning) end(exitCode.aborted);
    if (controller.signal.aborted) {
      if (lastWords !== undefined) log(lastWords);
      end(exitCode.aborted);
    }
    log("Stopping: attempts in flight are cancelled. Once more ends at once.");
    controller.abort(new Error("interrupted"));
  }
  for (const signal of signals) process.on(signal, interrupt);
  return {
    isAsked: () => controller.signal.aborted,
    startRun(words) {
      isRunning = true;
      lastWords = words;
      return controller.signal;
    },
  };
}
