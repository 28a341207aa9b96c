import { invalidArgument, isPlainObject, refuseUnknownKeys } from "@rollouts/core";
import { checkVerdict } from "./gates/check-verdict.ts";
import type { GateVerdict } from "./gates/gate-verdict.ts";

/** What every report in a file may be given. */
export interface FileReportOptions {
  /** What `checkGates` found, to stand in the report. Default: no word about gates. */
  readonly verdict?: GateVerdict | undefined;
}

export function checkFileOptions(options: FileReportOptions, caller: string): void {
  if (!isPlainObject(options)) {
    throw invalidArgument("options", "an object { verdict? }", options);
  }
  refuseUnknownKeys(options, ["verdict"], caller);
  if (options.verdict !== undefined) checkVerdict(options.verdict);
}
