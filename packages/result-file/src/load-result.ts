import {
  type AttemptResult,
  type ResultEnd,
  RolloutResult,
  type TaskResult,
  toTaskResult,
} from "@rollouts/core";
import { checkPath, readStoredResult } from "./read-result-file.ts";

/**
 * Loads a whole result file into memory, transcripts included. For large files `readResultFile` reads
 * what is asked for.
 *
 * A file without an end, whose run goes on or died, loads as stopped, with a warning; its duration is
 * then that of its longest attempt.
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
  const { end, endLine } = stored.state;
  const warnings = [...(endLine?.warnings ?? []), ...stored.warnings];
  return new RolloutResult({
    header: { ...stored.header, end: end ?? stoppedUnseen(taskResults) },
    taskResults,
    warnings: end === null ? [...warnings, noEnd] : warnings,
    abandonedCount: endLine?.abandonedCount,
  });
}

const noEnd =
  "The file does not say how its run ended: it goes on, or its process died. Its duration is not known; the one shown is that of the longest attempt.";

function stoppedUnseen(taskResults: readonly TaskResult[]): ResultEnd {
  const durations = taskResults.flatMap(({ attempts }) =>
    attempts.map(({ durationMs }) => durationMs),
  );
  const longestMs = durations.reduce((longest, ms) => Math.max(longest, ms), 0);
  return { status: "stopped", stoppedEarly: "aborted", durationMs: longestMs };
}
