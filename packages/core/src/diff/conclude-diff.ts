import { ratio } from "../results/task-summary.ts";
import { type PairedDifference, pairedDifference } from "../statistics/paired-difference.ts";
import { diffVerdict } from "./diff-verdict.ts";
import type { DiffRow, ResultDiff } from "./result-diff.ts";

interface Evidence {
  readonly rows: readonly DiffRow[];
  /** Tasks that are no rows. */
  readonly otherTaskCounts: Readonly<Record<"changed" | "onlyCurrent" | "onlyBaseline", number>>;
  /** Attempts per task that were planned. */
  readonly k: Readonly<Record<Side, number>>;
  readonly minEffect: number;
  readonly minCoverage: number;
}

type Side = "current" | "baseline";

/** The numbers over all tasks that were compared, or why there are none. */
export function concludeDiff(
  evidence: Evidence,
): Pick<ResultDiff, "coverage" | "difference" | "withheldReason" | "verdict" | "warnings"> {
  const { rows, otherTaskCounts, minEffect, minCoverage } = evidence;
  const { changed, onlyCurrent, onlyBaseline } = otherTaskCounts;
  const compared = rows.filter(({ delta }) => delta !== null);
  const taskCount = rows.length + changed + onlyCurrent + onlyBaseline;
  const unmeasuredCount = rows.length - compared.length;
  const coverage = ratio(compared.length, taskCount);
  const share = `${compared.length} of ${taskCount} tasks were compared (changed: ${changed}, in one result only: ${onlyCurrent + onlyBaseline}, not scored in both: ${unmeasuredCount})`;
  const withheld = {
    coverage,
    difference: null,
    verdict: "not enough evidence",
    warnings: [],
  } as const;
  if (coverage === null || coverage === 0) return { ...withheld, withheldReason: `${share}.` };
  if (coverage < minCoverage) {
    return {
      ...withheld,
      withheldReason: `${share}, which is less than the minimum of ${minCoverage}.`,
    };
  }
  const difference = differenceOf(compared);
  return {
    coverage,
    difference,
    withheldReason: null,
    verdict: diffVerdict({
      difference,
      deltas: compared.map(({ delta }) => delta ?? 0),
      minEffect,
      // A task that is new is no hole: adding one must not take the worth from a comparison.
      baselineCovered: unmeasuredCount + changed + onlyBaseline === 0,
    }),
    warnings: [
      ...(compared.length < taskCount ? [`${share}; the difference is about these alone.`] : []),
      ...warningsOfAttempts("current", compared, evidence.k),
      ...warningsOfAttempts("baseline", compared, evidence.k),
    ],
  };
}

function differenceOf(compared: readonly DiffRow[]): PairedDifference {
  const ratesOf = (side: Side) => compared.map((row) => row[side].passRate ?? 0);
  return pairedDifference(ratesOf("current"), ratesOf("baseline"));
}

/** Attempts without a verdict may be the hard ones, which would flatter the rate. */
function warningsOfAttempts(
  side: Side,
  compared: readonly DiffRow[],
  k: Evidence["k"],
): readonly string[] {
  const planned = k[side] * compared.length;
  const scored = compared.reduce((sum, row) => sum + row[side].scoredCount, 0);
  if (scored >= planned) return [];
  return [
    `${side}: ${planned - scored} of ${planned} planned attempts at the compared tasks have no verdict; the difference is about the others.`,
  ];
}
