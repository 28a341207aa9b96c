import { fingerprint } from "../fingerprints/fingerprint.ts";
import type { TaskSummary } from "../results/task-summary.ts";
import type { ResolvedTask } from "../task.ts";

/** The tasks of two results, brought together by id. */
export interface MatchedTasks {
  readonly pairs: readonly { readonly current: TaskSummary; readonly baseline: TaskSummary }[];
  readonly changed: readonly string[];
  readonly unmatchedCurrent: readonly string[];
  readonly unmatchedBaseline: readonly string[];
}

/** Pairs tasks of one id. Where `compareContent` is set, only those of equal content are a pair. */
export function matchTasks(
  current: readonly TaskSummary[],
  baseline: readonly TaskSummary[],
  compareContent: boolean,
): MatchedTasks {
  const byId = new Map(baseline.map((summary) => [summary.task.id, summary]));
  const pairs: { current: TaskSummary; baseline: TaskSummary }[] = [];
  const changed: string[] = [];
  const unmatchedCurrent: string[] = [];
  for (const summary of current) {
    const { id } = summary.task;
    const other = byId.get(id);
    byId.delete(id);
    if (other === undefined) unmatchedCurrent.push(id);
    else if (compareContent && !haveEqualContent(summary.task, other.task)) changed.push(id);
    else pairs.push({ current: summary, baseline: other });
  }
  return { pairs, changed, unmatchedCurrent, unmatchedBaseline: [...byId.keys()] };
}

function haveEqualContent(a: ResolvedTask, b: ResolvedTask): boolean {
  const content = contentOf(a);
  return content !== null && content === contentOf(b);
}

/** `null` for what has no canonical JSON, which equals nothing. */
function contentOf({ input, expected = null }: ResolvedTask): string | null {
  try {
    return fingerprint({ input, expected });
  } catch {
    return null;
  }
}
