import type { DiffSide, TaskSummary } from "@rollouts/core";
import { readResultFile } from "@rollouts/result-file";

/** One side of a comparison, out of a result file. Reads no transcript. */
export async function readSide(path: string, warn: (text: string) => void): Promise<DiffSide> {
  const source = await readResultFile(path);
  for (const warning of source.warnings) warn(`${path}: ${warning}`);
  const taskResults: TaskSummary[] = [];
  for await (const summary of source.tasks()) taskResults.push(summary);
  return { header: source.header, taskResults };
}
