import { isRolloutsError, toSafeLine } from "@rollouts/core";
import { describeAsTyped } from "../text/as-typed.ts";
import { exitCodeOfError } from "./exit-code.ts";

/** Tells what went wrong, with a stack trace if it is a fault of ours, and gives the exit code. */
export function reportFailure(thrown: unknown, log: (text: string) => void): number {
  log(`rollouts: ${toSafeLine(describeAsTyped(thrown))}`);
  if (!isRolloutsError(thrown) && thrown instanceof Error && typeof thrown.stack === "string") {
    log(thrown.stack.split("\n").slice(1).map(toSafeLine).join("\n"));
  }
  return exitCodeOfError(thrown);
}
