import { invalidArgument } from "../checks/invalid-argument.ts";
import { refuseUnknownKeys } from "../checks/refuse-unknown-keys.ts";
import type { Allowance } from "../fingerprints/require-comparable.ts";

/** What `diffResults` takes. */
export interface DiffOptions {
  /**
   * What may differ between the environments. `"tasks"`: tasks of one id and equal content (input and
   * expected value) are compared. `"agent"`: two prompts, or sets of tools, are compared.
   *
   * @defaultValue `[]`
   */
  readonly allow?: readonly Allowance[] | undefined;
  /** Smallest difference of pass rates that counts, 0 to 1. @defaultValue 0 */
  readonly minEffect?: number | undefined;
  /** Share of all tasks that must be compared, 0 to 1, for the difference to be told. @defaultValue 0.5 */
  readonly minCoverage?: number | undefined;
}

/** Options with their defaults, checked. */
export function readDiffOptions(options: DiffOptions): {
  readonly allow: readonly Allowance[];
  readonly minEffect: number;
  readonly minCoverage: number;
} {
  refuseUnknownKeys(options, ["allow", "minEffect", "minCoverage"], "diff");
  const { allow = [], minEffect = 0, minCoverage = 0.5 } = options;
  if (!Array.isArray(allow) || !allow.every((each) => each === "tasks" || each === "agent")) {
    throw invalidArgument("allow", 'a list of "tasks" and "agent"', allow);
  }
  requireShare("minEffect", minEffect);
  requireShare("minCoverage", minCoverage);
  return { allow, minEffect, minCoverage };
}

function requireShare(argument: string, value: number): void {
  if (value >= 0 && value <= 1 && typeof value === "number") return;
  throw invalidArgument(argument, "a number from 0 to 1", value);
}
