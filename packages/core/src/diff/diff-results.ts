import { notInMemory } from "../checks/not-in-memory.ts";
import { isPlainObject } from "../checks/plain-object.ts";
import { differingParts, requireComparable } from "../fingerprints/require-comparable.ts";
import type { ResultHeader } from "../result-source.ts";
import type { TaskSummary } from "../results/task-summary.ts";
import { concludeDiff } from "./conclude-diff.ts";
import { type DiffOptions, readDiffOptions } from "./diff-options.ts";
import { toDiffRow } from "./diff-row.ts";
import { matchTasks } from "./match-tasks.ts";
import type { DiffCounts, DiffRow, ResultDiff } from "./result-diff.ts";

/** What is compared: a `RolloutResult`, or the header and the task summaries of any result. */
export interface DiffSide {
  readonly header: ResultHeader;
  readonly taskResults: readonly TaskSummary[];
}

/**
 * Compares two results task by task: what changed, and whether chance explains it. Names of
 * environments, `k` and metadata of tasks may differ.
 *
 * @throws MismatchError unless both measured the same environment, but for what `allow` names.
 * @throws InvalidArgumentError for options or results that cannot be used.
 */
export function diffResults(
  current: DiffSide,
  baseline: DiffSide,
  options: DiffOptions = {},
): ResultDiff {
  const { allow, minEffect, minCoverage } = readDiffOptions(options);
  requireSide("current", current);
  requireSide("baseline", baseline);
  requireComparable(current.header, baseline.header, { allow });
  const parts = differingParts(current.header, baseline.header);
  const matched = matchTasks(current.taskResults, baseline.taskResults, parts.includes("tasks"));
  const rows = matched.pairs.map((pair) => toDiffRow(pair, minEffect));
  return {
    env: current.header.env,
    policyChanged: havePoliciesChanged(current.header, baseline.header),
    agentChanged: parts.some((part) => part === "agent" || part === "modelPrompt"),
    rows,
    improved: idsOf(rows, ({ status }) => status === "improved"),
    regressed: idsOf(rows, ({ status }) => status === "regressed"),
    unmatchedCurrent: matched.unmatchedCurrent,
    unmatchedBaseline: matched.unmatchedBaseline,
    changed: matched.changed,
    unmeasured: idsOf(rows, ({ delta }) => delta === null),
    flips: {
      toPass: idsOf(rows, (row) => majority(row.current) > 0 && majority(row.baseline) < 0),
      toFail: idsOf(rows, (row) => majority(row.current) < 0 && majority(row.baseline) > 0),
    },
    minEffect,
    ...concludeDiff({
      rows,
      otherTaskCounts: {
        changed: matched.changed.length,
        onlyCurrent: matched.unmatchedCurrent.length,
        onlyBaseline: matched.unmatchedBaseline.length,
      },
      k: { current: current.header.k, baseline: baseline.header.k },
      minEffect,
      minCoverage,
    }),
  };
}

function requireSide(argument: string, side: DiffSide): void {
  if (isPlainObject(side?.header) && Array.isArray(side.taskResults)) return;
  throw notInMemory(side, argument);
}

function havePoliciesChanged(current: ResultHeader, baseline: ResultHeader): boolean {
  const { policyFingerprint } = current;
  return typeof policyFingerprint !== "string" || policyFingerprint !== baseline.policyFingerprint;
}

function idsOf(rows: readonly DiffRow[], belongs: (row: DiffRow) => boolean): string[] {
  return rows.filter(belongs).map(({ id }) => id);
}

/** Above 0 when most scored attempts passed, below 0 when most failed. */
function majority({ passedCount, scoredCount }: DiffCounts): number {
  return 2 * passedCount - scoredCount;
}
