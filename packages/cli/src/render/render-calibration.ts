import { formatNumber, type Interval, toSafeLine } from "@rollouts/core";
import type { Calibration, TracePlace } from "@rollouts/scorers";

/** Lines of each list, before the rest is counted. */
const maxLines = 20;

/** How far a scorer agrees with people, for a person. */
export function renderCalibration(calibration: Calibration): string {
  const { scorer, scoredCount, traceCount, intervals, kappa, disagreements } = calibration;
  return [
    `${scorer}: ${scoredCount} of ${traceCount} labelled attempts scored`,
    `agreement:           ${rate(calibration.agreement, intervals.agreement)}`,
    `false positive rate: ${rate(calibration.falsePositiveRate, intervals.falsePositiveRate)}`,
    `false negative rate: ${rate(calibration.falseNegativeRate, intervals.falseNegativeRate)}`,
    `kappa:               ${kappa === null ? "unknown" : formatNumber(kappa, 2)}`,
    ...list(disagreements, "disagreements", ({ gold, scorerPassed, scorerReason, ...place }) => {
      const verdicts = `people ${verdict(gold)} it, the scorer ${verdict(scorerPassed)} it`;
      return `${label(place)}: ${verdicts}${scorerReason === null ? "" : `: ${clip(scorerReason)}`}`;
    }),
    ...list(calibration.unscored, "that it cannot tell about", (note) => noted(note)),
    ...list(calibration.errors, "errors", (note) => noted(note)),
  ]
    .map(toSafeLine)
    .join("\n");
}

function rate(value: number | null, interval: Interval | null): string {
  if (value === null || interval === null) return "unknown";
  const { low, high } = interval;
  return `${formatNumber(value, 2)} (${formatNumber(low, 2)} to ${formatNumber(high, 2)})`;
}

function verdict(passed: boolean): string {
  return passed ? "passed" : "failed";
}

function noted({ reason, ...place }: TracePlace & { readonly reason: string }): string {
  return `${label(place)}: ${clip(reason)}`;
}

function label({ index, taskId, attemptIndex }: TracePlace): string {
  return taskId === undefined ? String(index) : `${taskId}/${attemptIndex}`;
}

function clip(text: string): string {
  return text.length <= 200 ? text : `${text.slice(0, 200)}…`;
}

function list<Item>(
  items: readonly Item[],
  title: string,
  render: (item: Item) => string,
): string[] {
  if (items.length === 0) return [];
  const more = items.length - maxLines;
  return [
    `${title}: ${items.length}`,
    ...items.slice(0, maxLines).map((item) => `  ${render(item)}`),
    ...(more > 0 ? [`  and ${more} more`] : []),
  ];
}
