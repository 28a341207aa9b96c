import {
  describeEnd,
  formatNumber,
  type Interval,
  type ResultSummary,
  type RolloutResult,
  type Usage,
} from "@rollouts/core";
import { formatSeconds } from "./attempt-facts.ts";
import { clipName } from "./clip.ts";
import { listCauses } from "./coverage-lines.ts";
import { formatRate, passRateText } from "./pass-rate-text.ts";

/** What a report says about a whole result: label and value, and whether that is foreign text. */
export type Fact = readonly [label: string, value: string, isForeign?: boolean];

/**
 * The numbers of a result for a report in a file, each beside what it rests on. The interval of the
 * mean of task rates stands in a line of its own: it is not about the pooled pass rate.
 */
export function resultFacts(result: RolloutResult): readonly Fact[] {
  const summary = result.summary();
  const { coverage, notRunCount } = summary;
  const end = describeEnd(summary);
  const causes = listCauses(result.taskResults);
  const { modelRetryCount } = summary.usage;
  const zoneCount = summary.tasks.filter(({ learningZone }) => learningZone).length;
  return [
    ["pass rate", passRateText(summary)],
    ["coverage", formatRate(coverage)],
    ...boundFacts(summary),
    ...(causes === "" ? [] : [["without a verdict", causes] as const]),
    ...(notRunCount > 0 ? [["never ran", `${notRunCount} attempts`] as const] : []),
    ...(end === null ? [] : [["end", end] as const]),
    ["learning zone", `${zoneCount} of ${summary.taskCount} tasks`],
    ["mean of the task rates", taskMean(summary)],
    ["time", result.durationMs === null ? "unknown" : formatSeconds(result.durationMs)],
    ...usageFacts("tokens", summary.usage.agent, summary.usage.unreportedCount),
    ...usageFacts("tokens of judges", summary.usage.scorer, 0),
    ...usageFacts("tokens of tries that failed", summary.usage.retry, 0),
    ...(modelRetryCount > 0 ? [["model calls tried again", String(modelRetryCount)] as const] : []),
    fingerprintFact("environment", summary.envFingerprint),
    fingerprintFact("policy", summary.policyFingerprint),
  ];
}

/** A file may have any text in its place. */
function fingerprintFact(label: string, fingerprint: string | null): Fact {
  return fingerprint == null ? [label, "unknown"] : [label, clipName(fingerprint, 200), true];
}

/** `0.30 to 0.95`, or `-` when it is undefined. */
export function formatInterval(interval: Interval | null): string {
  if (interval === null) return "-";
  return `${formatNumber(interval.low, 2)} to ${formatNumber(interval.high, 2)}`;
}

function boundFacts({ bounds, scoredCount, plannedCount }: ResultSummary): readonly Fact[] {
  if (bounds === null || scoredCount === plannedCount) return [];
  const [low, high] = [formatNumber(bounds.low, 2), formatNumber(bounds.high, 2)];
  return [["if all without a verdict had failed, or passed", `${low}, or ${high}`]];
}

function taskMean({ intervals: { run } }: ResultSummary): string {
  const over = `over ${run.taskCount} task${run.taskCount === 1 ? "" : "s"}`;
  if (run.low === null || run.high === null || run.se === 0) {
    return `${formatRate(run.mean)} ${over}, no interval`;
  }
  // The t interval may reach beyond what a rate can be.
  const interval = { low: Math.max(0, run.low), high: Math.min(1, run.high) };
  return `${formatRate(run.mean)} ${over}, 95 % interval ${formatInterval(interval)}`;
}

function usageFacts(label: string, usage: Usage | null, unreportedCount: number): readonly Fact[] {
  if (usage === null) return [];
  const { inputTokens = "?", outputTokens = "?", costUsd } = usage;
  const cost = costUsd === undefined ? "" : `, $${formatNumber(costUsd, 4)}`;
  const missing = unreportedCount === 0 ? "" : ` (${unreportedCount} attempts did not say)`;
  return [[label, `${inputTokens} in, ${outputTokens} out${cost}${missing}`]];
}
