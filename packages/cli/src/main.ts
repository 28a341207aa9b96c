import { setImmediate } from "node:timers/promises";
import { describeThrown, toSafeLine } from "@rollouts/core";
import { CommanderError } from "commander";
import type { Output } from "./process/console-output.ts";
import { exitCode } from "./process/exit-code.ts";
import { listenToSignals } from "./process/interrupt.ts";
import type { OwnExit } from "./process/own-exit.ts";
import { reportFailure } from "./process/report-failure.ts";
import { createProgram } from "./program/create-program.ts";

/** Runs the command line and gives its exit code. Never rejects. */
export async function main(
  args: readonly string[],
  output: Output,
  exit: OwnExit,
): Promise<number> {
  surviveStrayErrors(output.log);
  const interrupt = listenToSignals(output.log, exit);
  let code: number = exitCode.good;
  const program = createProgram(async (work) => {
    code = await work({ output, interrupt, args });
  });
  try {
    await program.parseAsync(args, { from: "user" });
    await setImmediate(); // lets rejections of the last attempts be seen
    return code;
  } catch (thrown) {
    // Commander has printed its own message, or the help that was asked for.
    if (thrown instanceof CommanderError) return thrown.exitCode === 0 ? 0 : exitCode.usage;
    return reportFailure(thrown, output.log);
  }
}

/** What an agent let go of, a promise or a timer, must not end the run of all others. */
function surviveStrayErrors(log: (text: string) => void): void {
  const warn = (what: string) => (thrown: unknown) => {
    log(`warning: ${what}: ${toSafeLine(describeThrown(thrown))}`);
  };
  process.on("unhandledRejection", warn("unhandled rejection"));
  process.on("uncaughtException", warn("uncaught exception"));
}
