import { mcnemarExact } from "../statistics/mcnemar-exact.ts";
import { type PairedDifference, rateTolerance } from "../statistics/paired-difference.ts";
import type { DiffVerdict } from "./result-diff.ts";

/**
 * What the difference shows. A difference is told when its 95 % interval lies wholly beyond
 * `minEffect`.
 *
 * That interval is too narrow for differences of one size, such as those of one attempt per task, and
 * has no width at all where every task changed alike; then the exact sign test must agree.
 */
export function diffVerdict(options: {
  readonly difference: PairedDifference;
  /** Of the tasks compared. */
  readonly deltas: readonly number[];
  readonly minEffect: number;
  /** Whether every task of the baseline was compared; else nothing is said to be the same. */
  readonly baselineCovered: boolean;
}): DiffVerdict {
  const { difference, deltas, minEffect, baselineCovered } = options;
  const same = baselineCovered ? "no difference" : "not enough evidence";
  const { se, low, high, wins, losses } = difference;
  if (wins + losses === 0) return same;
  if (se === null || low === null || high === null) return "not enough evidence";
  if (low - minEffect > rateTolerance || -high - minEffect > rateTolerance) {
    if (haveOneSize(deltas) && !signTestAgrees(wins, losses)) return "not enough evidence";
    return low > 0 ? "improved" : "regressed";
  }
  const within = Math.max(high, -low) < minEffect && se > rateTolerance;
  return within ? same : "not enough evidence";
}

function haveOneSize(deltas: readonly number[]): boolean {
  const sizes = deltas.map(Math.abs).filter((size) => size > rateTolerance);
  // By reduction, since a call takes no more than some 100,000 arguments.
  const largest = sizes.reduce((size, other) => Math.max(size, other), 0);
  const smallest = sizes.reduce((size, other) => Math.min(size, other), 1);
  return largest - smallest <= rateTolerance;
}

function signTestAgrees(wins: number, losses: number): boolean {
  const p = mcnemarExact(wins, losses);
  return p !== null && p <= 0.05;
}
