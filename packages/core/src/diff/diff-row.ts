import type { TaskSummary } from "../results/task-summary.ts";
import { rateTolerance } from "../statistics/paired-difference.ts";
import type { DiffCounts, DiffRow } from "./result-diff.ts";

/** One task in two results. */
export function toDiffRow(
  pair: { readonly current: TaskSummary; readonly baseline: TaskSummary },
  minEffect: number,
): DiffRow {
  const [current, baseline] = [countsOf(pair.current), countsOf(pair.baseline)];
  const delta =
    current.passRate === null || baseline.passRate === null
      ? null
      : current.passRate - baseline.passRate;
  const status = statusOf(delta ?? 0, minEffect);
  return { id: pair.current.task.id, baseline, current, delta, status };
}

function countsOf({ passedCount, scoredCount, passRate }: TaskSummary): DiffCounts {
  return { passedCount, scoredCount, passRate };
}

function statusOf(delta: number, minEffect: number): DiffRow["status"] {
  const size = Math.abs(delta);
  if (size <= rateTolerance || size < minEffect - rateTolerance) return "";
  return delta > 0 ? "improved" : "regressed";
}
