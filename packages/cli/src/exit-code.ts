import { isRolloutsError, type ResultSummary } from "@rollouts/core";

/** What the command's exit codes say. Where several apply, the later line of this list loses. */
export const exitCode = {
  aborted: 130,
  /** A fault of ours, or a file that could not be written. */
  internal: 5,
  /** Wrong usage, or an input that cannot be read. */
  usage: 2,
  /** An error storm ended the run. */
  stoppedEarly: 4,
  /** Nothing was scored. */
  notEnoughEvidence: 3,
  good: 0,
} as const;

/** The exit code of a run that came to its end. */
export function exitCodeOfRun({ stoppedEarly, scoredCount }: ResultSummary): number {
  if (stoppedEarly === "aborted") return exitCode.aborted;
  if (stoppedEarly !== null) return exitCode.stoppedEarly;
  return scoredCount === 0 ? exitCode.notEnoughEvidence : exitCode.good;
}

/** The exit code of something that was thrown. */
export function exitCodeOfError(thrown: unknown): number {
  return isRolloutsError(thrown) && usageCodes.has(thrown.code)
    ? exitCode.usage
    : exitCode.internal;
}

const usageCodes: ReadonlySet<string> = new Set([
  "invalid_argument",
  "unsupported_spec_version",
  "task_format",
  "load_failed",
]);
