import { formatNumber, type ResultSummary } from "@rollouts/core";

/** A pass rate with two decimals; `none` when nothing was scored. */
export function formatRate(rate: number | null): string {
  return rate === null ? "none" : formatNumber(rate, 2);
}

/** A pass rate beside what it rests on. `note` follows in the brackets, with what stands before it. */
export function passRateText(
  {
    passRate,
    scoredCount,
    plannedCount,
  }: Pick<ResultSummary, "passRate" | "scoredCount" | "plannedCount">,
  note = "",
): string {
  return `${formatRate(passRate)} (${scoredCount} of ${plannedCount} planned attempts scored${note})`;
}
