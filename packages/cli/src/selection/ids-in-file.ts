import type { TaskSummary } from "@rollouts/core";
import { readResultFile } from "@rollouts/result-file";
import { fromStart } from "../files/from-start.ts";

/** Which tasks of a result file are meant: with a failed attempt, or with one without a verdict. */
export type TaskState = "failing" | "errors";

/** The ids of the tasks in a result file that have such attempts. */
export async function idsInFile(path: string, state: TaskState): Promise<ReadonlySet<string>> {
  const source = await readResultFile(fromStart(path));
  const ids = new Set<string>();
  for await (const summary of source.tasks()) {
    if (hasSuch(summary, state)) ids.add(summary.task.id);
  }
  return ids;
}

function hasSuch({ passedCount, scoredCount, unscoredCount }: TaskSummary, state: TaskState) {
  return state === "failing" ? passedCount < scoredCount : unscoredCount > 0;
}
