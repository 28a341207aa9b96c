import type { Allowance } from "@rollouts/core";

/** Options that hold a result to limits. */
export interface GateCommandOptions {
  readonly minPassRate?: number | undefined;
  readonly minTaskRate?: number | undefined;
  readonly minCoverage?: number | undefined;
  /** A result file to compare with. */
  readonly baseline?: string | undefined;
  readonly maxDrop?: number | undefined;
  readonly significance?: boolean | undefined;
  /** In what the two environments may differ. */
  readonly allow?: readonly Allowance[] | undefined;
}
