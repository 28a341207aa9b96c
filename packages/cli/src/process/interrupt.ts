import { exitCode } from "./exit-code.ts";
import { type OwnExit, stopSignals } from "./own-exit.ts";

/** What the person at the terminal does to a command. */
export interface Interrupt {
  /** True once the command was told to stop. */
  isAsked(): boolean;
  /**
   * Call it when there is something to stop gently; until then the first signal ends the process.
   * `lastWords` are logged when the process ends before the run does, as by the second one.
   */
  startRun(lastWords?: string): AbortSignal;
}

/** The first Ctrl-C stops the run and keeps what has finished; the second ends the process. */
export function listenToSignals(log: (text: string) => void, exit: OwnExit): Interrupt {
  const controller = new AbortController();
  let isRunning = false;
  function interrupt(): void {
    if (!isRunning) exit.end(exitCode.aborted);
    if (controller.signal.aborted) exit.endAtOnce();
    log("Stopping: attempts in flight are cancelled. Once more ends at once.");
    controller.abort(new Error("interrupted"));
  }
  for (const signal of stopSignals) process.on(signal, interrupt);
  return {
    isAsked: () => controller.signal.aborted,
    startRun(lastWords) {
      isRunning = true;
      exit.setLastWords(lastWords);
      return controller.signal;
    },
  };
}
