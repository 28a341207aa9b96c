import { describeEnd, formatNumber, type RolloutResult, toSafeLine } from "@rollouts/core";

/** A result for a person: the grid, the pass rate with its coverage, and what is missing. */
export function renderResult(result: RolloutResult): string[] {
  const summary = result.summary();
  const { passRate, scoredCount, plannedCount, notRunCount } = summary;
  const end = describeEnd(summary);
  const rate = passRate === null ? "none" : formatNumber(passRate, 2);
  return [
    String(result),
    "",
    `pass rate: ${rate} (${scoredCount} of ${plannedCount} planned attempts scored)`,
    zoneLine(result),
    ...(end === null ? [] : [`partial (${end}): ${notRunCount} planned attempts did not run`]),
  ];
}

/** What of that a report of the attempts does not say itself. */
export function renderGrid(result: RolloutResult): string[] {
  return [String(result), "", zoneLine(result)];
}

function zoneLine(result: RolloutResult): string {
  const { taskCount, tasks } = result.summary();
  const zoneCount = tasks.filter(({ learningZone }) => learningZone).length;
  return `learning zone: ${zoneCount} of ${taskCount} tasks`;
}

/** The warnings of a result, a line each. */
export function renderWarnings({ warnings }: RolloutResult): string[] {
  return warnings.map((warning) => `warning: ${toSafeLine(warning)}`);
}
