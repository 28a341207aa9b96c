import { exitCode } from "./exit-code.ts";

/** Ends the process with an exit code of ours. */
export type EndProcess = (code: number) => never;

/**
 * Makes the way out of this process. Any other end, such as `process.exit(0)` in the user's code,
 * or nothing left to wait for, is an error: it must not look like a good run.
 */
export function ownExit(log: (text: string) => void): EndProcess {
  let isOurs = false;
  process.on("exit", (code) => {
    if (isOurs) return;
    log(
      `rollouts: the process ended before the command did, with exit code ${code}: something called process.exit(), or waits for what never comes.`,
    );
    process.exitCode = exitCode.internal;
  });
  return (code) => {
    isOurs = true;
    process.exit(code);
  };
}
