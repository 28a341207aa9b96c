import { describeEnd, type RolloutResult, type TaskSummary } from "@rollouts/core";
import { passRateText } from "./pass-rate-text.ts";

/** The pass rate beside what it rests on, and what is missing. */
export function coverageLines(result: RolloutResult): string[] {
  const summary = result.summary();
  const { scoredCount, plannedCount, notRunCount } = summary;
  const end = describeEnd(summary);
  const causes = listCauses(result.taskResults);
  return [
    ...(scoredCount === 0 && plannedCount > notRunCount
      ? ["nothing was scored, so this says nothing about how often the agent passes"]
      : []),
    ...(causes === "" ? [] : [`attempts without a verdict: ${causes}`]),
    ...(notRunCount > 0 ? [`attempts that never ran: ${notRunCount}`] : []),
    ...(end === null ? [] : [end]),
    `pass rate: ${passRateText(summary)}`,
  ];
}

/** Such as `1 timeout, 2 scorer-error`, in the order in which the causes first occur. */
export function listCauses(tasks: readonly TaskSummary[]): string {
  const totals = new Map<string, number>();
  for (const { unscoredCauses } of tasks) {
    for (const [cause, count] of Object.entries(unscoredCauses)) {
      totals.set(cause, (totals.get(cause) ?? 0) + count);
    }
  }
  return [...totals].map(([cause, count]) => `${count} ${cause}`).join(", ");
}
