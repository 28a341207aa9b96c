import { formatNumber, type ResultDiff, toSafeLine } from "@rollouts/core";
import { formatBoth, rateTolerance, toCheck } from "./gate-check.ts";
import type { GateCheck, GateOutcome } from "./gate-verdict.ts";

/** Whether the mean of the task rates fell too far below the baseline's. */
export function checkDrop(diff: ResultDiff, maxDrop: number, significance: boolean): GateCheck {
  const mean = diff.difference?.mean ?? null;
  if (mean === null) {
    const why = toSafeLine(diff.withheldReason ?? "nothing was compared");
    return toCheck({
      name: "maxDrop",
      wanted: maxDrop,
      found: null,
      outcome: "not enough evidence",
      reason: `the difference to the baseline is unknown: ${why}`,
    });
  }
  const drop = mean === 0 ? 0 : -mean;
  const outcome = outcomeOf(diff, drop, maxDrop, significance);
  return toCheck({
    name: "maxDrop",
    wanted: maxDrop,
    found: drop,
    outcome,
    reason: `${sentence(diff, drop, maxDrop)}${explanation(drop, maxDrop, outcome)}`,
  });
}

function outcomeOf(
  { difference, verdict }: ResultDiff,
  drop: number,
  maxDrop: number,
  significance: boolean,
): GateOutcome {
  if (drop <= maxDrop + rateTolerance) return "passed";
  if (!significance || verdict === "regressed") return "failed";
  // Without an interval nobody can say whether it is chance.
  return difference?.low == null ? "not enough evidence" : "passed";
}

function sentence({ difference, coverage }: ResultDiff, drop: number, maxDrop: number): string {
  const isRise = drop < 0;
  const [found, wanted] = formatBoth(isRise ? -drop : drop, maxDrop);
  const { low = null, high = null, taskCount = 0 } = difference ?? {};
  const interval =
    low === null || high === null
      ? "no interval"
      : `95 % interval ${formatNumber(isRise ? low : -high, 2)} to ${formatNumber(isRise ? high : -low, 2)}`;
  const share = coverage === null || coverage === 1 ? "" : `, ${percent(coverage)} of all`;
  return `the mean of the task rates ${isRise ? "rose" : "fell"} by ${found} (${interval}, ${taskCount} task${taskCount === 1 ? "" : "s"} compared${share}) and may fall by ${wanted}`;
}

function explanation(drop: number, maxDrop: number, outcome: GateOutcome): string {
  if (outcome === "not enough evidence") return "; one task alone does not show whether by chance";
  return outcome === "passed" && drop > maxDrop + rateTolerance ? "; this may be chance" : "";
}

function percent(share: number): string {
  return `${formatNumber(share * 100, 0)} %`;
}
