import { isRolloutsError, type ResultSummary } from "@rollouts/core";
import type { GateVerdict } from "@rollouts/report";

/** What the command's exit codes say. Where several apply, the later line of this list loses. */
export const exitCode = {
  aborted: 130,
  /** A fault of ours, or a file that could not be written. */
  internal: 5,
  /** Wrong usage, an input that cannot be read or does not fit, or a result file that is locked. */
  usage: 2,
  /** An error storm or a spent budget ended the run. */
  stoppedEarly: 4,
  /** Nothing was scored, or too little. */
  notEnoughEvidence: 3,
  /** What was checked is not as it should be. */
  gateFailed: 1,
  good: 0,
} as const;

const precedence: readonly number[] = Object.values(exitCode);

/** The code that counts where several apply. */
export function worstExitCode(codes: readonly number[]): number {
  return precedence.find((code) => codes.includes(code)) ?? exitCode.good;
}

/** The exit code of a run that came to its end. */
export function exitCodeOfRun({ stoppedEarly }: ResultSummary, verdict: GateVerdict): number {
  if (stoppedEarly === "aborted") return exitCode.aborted;
  return stoppedEarly === null ? exitCodeOfVerdict(verdict) : exitCode.stoppedEarly;
}

/** The exit code of what a result was held to. */
export function exitCodeOfVerdict({ outcome }: GateVerdict): number {
  if (outcome === "not enough evidence") return exitCode.notEnoughEvidence;
  return outcome === "failed" ? exitCode.gateFailed : exitCode.good;
}

/** The exit code of scores that are held to nothing. */
export function exitCodeOfEvidence({ scoredCount }: { readonly scoredCount: number }): number {
  return scoredCount === 0 ? exitCode.notEnoughEvidence : exitCode.good;
}

/** The exit code of something that was thrown. */
export function exitCodeOfError(thrown: unknown): number {
  return isRolloutsError(thrown) && usageCodes.has(thrown.code)
    ? exitCode.usage
    : exitCode.internal;
}

const usageCodes: ReadonlySet<string> = new Set([
  "usage",
  "invalid_argument",
  "unsupported_spec_version",
  "task_format",
  "load_failed",
  "mismatch",
  "not_fingerprintable",
  "result_format",
  "result_locked",
]);
