import {
  type DiffCounts,
  type DiffRow,
  formatNumber,
  invalidArgument,
  type ResultDiff,
} from "@rollouts/core";
import { clipName } from "./clip.ts";
import { isDiff } from "./is-diff.ts";
import { toSafeText } from "./safe-text.ts";

/** Ids in a list, before the rest is counted. */
const maxIds = 20;

/**
 * Shows a comparison of two results as plain text without a newline at its end: a row for each task
 * that both have, what could not be compared, and last what the whole comes to. Task ids are clipped,
 * and safe to print on a terminal.
 *
 * @throws InvalidArgumentError for a value that is no comparison, such as a result.
 */
export function renderDiff(diff: ResultDiff): string {
  if (!isDiff(diff)) throw invalidArgument("diff", "what result.diff(baseline) gives", diff);
  const ids = diff.rows.map(({ id }) => clipName(id, 200));
  const idWidth = ids.reduce((width, id) => Math.max(width, id.length), 0);
  const countsWidth = diff.rows.reduce((width, row) => Math.max(width, countsOf(row).length), 0);
  const rows = diff.rows.map((row, index) => {
    const cells = [
      (ids[index] ?? "").padEnd(idWidth),
      `${countsOf(row).padEnd(countsWidth)}    ${toDelta(row.delta)}`,
      ...(row.status === "" ? [] : [row.status]),
    ];
    return `  ${cells.join("   ")}`;
  });
  return toSafeText([
    `${clipName(diff.env, 200)}       baseline -> current      (${whatChanged(diff)})`,
    ...rows,
    ...notCompared(diff),
    ...diff.warnings.map((warning) => `  warning: ${warning}`),
    headline(diff),
  ]);
}

function countsOf({ baseline, current }: DiffRow): string {
  return `${toRatio(baseline)} -> ${toRatio(current)}`;
}

function toRatio({ passedCount, scoredCount }: DiffCounts): string {
  return `${passedCount}/${scoredCount}`;
}

function toDelta(delta: number | null): string {
  return delta === null ? "    -" : signed(delta);
}

function signed(value: number): string {
  const text = formatNumber(value, 2);
  return text.startsWith("-") ? text : `+${text}`;
}

function whatChanged({ agentChanged, policyChanged }: ResultDiff): string {
  const policy = `policy ${policyChanged ? "changed" : "identical"}`;
  return agentChanged ? `agent changed, ${policy}` : policy;
}

function notCompared(diff: ResultDiff): string[] {
  const lists = [
    ["current-only", diff.unmatchedCurrent],
    ["baseline-only", diff.unmatchedBaseline],
    ["changed", diff.changed],
    ["unmeasured", diff.unmeasured],
  ] as const;
  const parts = lists.flatMap(([name, ids]) => (ids.length === 0 ? [] : [`${name}: ${list(ids)}`]));
  return parts.length === 0 ? [] : [`  not compared -- ${parts.join("; ")}`];
}

function list(ids: readonly string[]): string {
  const shown = ids.slice(0, maxIds).map((id) => clipName(id, 200));
  const hiddenCount = ids.length - shown.length;
  return hiddenCount > 0 ? `${shown.join(", ")} and ${hiddenCount} more` : shown.join(", ");
}

/** The difference never stands without the tasks that it rests on and its interval. */
function headline({ difference, withheldReason, verdict, minEffect }: ResultDiff): string {
  if (difference === null) return `${verdict}: ${withheldReason ?? "nothing was compared"}`;
  const { mean, low, high, taskCount } = difference;
  const interval = low === null || high === null ? "" : ` [${signed(low)}, ${signed(high)}]`;
  const minimum = minEffect === 0 ? "" : ` (differences under ${minEffect} do not count)`;
  return `${verdict}: ${mean === null ? "-" : signed(mean)}${interval} over ${taskCount} task${taskCount === 1 ? "" : "s"}${minimum}`;
}
