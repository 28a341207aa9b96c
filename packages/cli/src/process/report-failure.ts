import { isRolloutsError, toSafeLine } from "@rollouts/core";
import { describeError } from "../text/describe-error.ts";
import { exitCodeOfError } from "./exit-code.ts";

/** Tells what went wrong, with a stack trace if it is a fault of ours, and gives the exit code. */
export function reportFailure(thrown: unknown, log: (text: string) => void): number {
  log(`rollouts: ${toSafeLine(describeError(thrown))}`);
  if (!isRolloutsError(thrown) && thrown instanceof Error && typeof thrown.stack === "string") {
    log(thrown.stack.split("\n").slice(1).map(toSafeLine).join("\n"));
  }
  return exitCodeOfError(thrown);
}
