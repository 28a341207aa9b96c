import type { PairedDifference } from "../statistics/paired-difference.ts";

/**
 * What a comparison came to. `no difference`: the results are identical, or `minEffect` is given and
 * the interval lies within it; either way every task of the baseline was compared. `not enough
 * evidence`: neither that nor a difference can be told.
 */
export type DiffVerdict = "improved" | "regressed" | "no difference" | "not enough evidence";

/** Two results side by side, as plain data. Task ids are in the order of the current result. */
export interface ResultDiff {
  /** Name of the environment of the current result. */
  readonly env: string;
  /** True unless both policies have a fingerprint, and the same one. */
  readonly policyChanged: boolean;
  /** True when the agents differ, which `allow: ["agent"]` let pass: prompts are compared then. */
  readonly agentChanged: boolean;
  /** The tasks that both results have, with equal content. */
  readonly rows: readonly DiffRow[];
  readonly improved: readonly string[];
  readonly regressed: readonly string[];
  /** Tasks that only the current result has. */
  readonly unmatchedCurrent: readonly string[];
  /** Tasks that only the baseline has. */
  readonly unmatchedBaseline: readonly string[];
  /** Tasks of one id whose input or expected value differs; never compared. */
  readonly changed: readonly string[];
  /** Tasks of `rows` of which one side scored nothing; they enter no number below. */
  readonly unmeasured: readonly string[];
  /**
   * Tasks whose majority turned round: most scored attempts failed in the baseline and most pass now,
   * or the reverse; half is no majority. With one attempt per task these are the changed verdicts.
   */
  readonly flips: { readonly toPass: readonly string[]; readonly toFail: readonly string[] };
  /** Tasks compared, over all tasks of either result; `null` without any. */
  readonly coverage: number | null;
  /** Smallest difference that counts. */
  readonly minEffect: number;
  /** Mean difference of the task rates, current less baseline; `null` when it is withheld. */
  readonly difference: PairedDifference | null;
  /** Why there is no `difference`. */
  readonly withheldReason: string | null;
  readonly verdict: DiffVerdict;
  /** How far the numbers can be trusted. */
  readonly warnings: readonly string[];
}

/** One task in two results. */
export interface DiffRow {
  readonly id: string;
  readonly baseline: DiffCounts;
  readonly current: DiffCounts;
  /** Current less baseline pass rate; `null` when one of them scored nothing. */
  readonly delta: number | null;
  /** What was measured, not whether chance explains it; `""` for less than `minEffect`, and for `null`. */
  readonly status: "improved" | "regressed" | "";
}

/** The counts of one task in one result. */
export interface DiffCounts {
  readonly passedCount: number;
  readonly scoredCount: number;
  readonly passRate: number | null;
}
