import { type AttemptResult, RolloutResult, type TaskResult, toTaskResult } from "@rollouts/core";
import { checkPath, readStoredResult } from "./read-result-file.ts";

/**
 * Loads a whole result file into memory, transcripts included. For large files `readResultFile` reads
 * what is asked for.
 *
 * A file without an end, whose run goes on or died, loads as stopped and cut off, with a warning.
 *
 * @throws ResultFormatError when the file cannot be read, is damaged, or has no header yet.
 */
export async function loadResult(path: string): Promise<RolloutResult> {
  checkPath(path, "path");
  const stored = await readStoredResult(path);
  const taskResults: TaskResult[] = [];
  for (const { task, entry } of stored.plan.tasks.values()) {
    const attempts: AttemptResult[] = [];
    for await (const attempt of stored.attempts(entry.id)) attempts.push(attempt);
    taskResults.push(toTaskResult(task, attempts));
  }
  const { endLine } = stored.state;
  return new RolloutResult({
    header: stored.header,
    taskResults,
    warnings: [...(endLine?.warnings ?? []), ...stored.warnings],
    abandonedCount: endLine?.abandonedCount,
  });
}
