import { checkSource, type ResultHeader, type ResultSource, RolloutResult } from "@rollouts/core";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { writeWholeFile } from "./disk/write-whole-file.ts";
import { toPlan } from "./format/plan.ts";
import { attemptLines, endLine, planLine } from "./format/record-lines.ts";
import { checkPath } from "./read-result-file.ts";

/**
 * Writes a result to a file, in place of what had its name, as a whole or not at all. Makes the folders
 * above it.
 *
 * What JSON cannot carry comes back as it was (numbers such as NaN, bigints, dates, maps, sets, bytes),
 * or as plain data (instances of classes).
 *
 * @throws InvalidArgumentError for what is no result or no path, ResultLockedError while a run writes
 * the file, ResultWriteError when a file operation fails. The old file is then as it was.
 */
export async function saveResult(result: ResultSource, path: string): Promise<void> {
  checkSource(result);
  checkPath(path, "path");
  await saveTo(result, path, realFileSystem);
}

/** The same on any file system. */
export async function saveTo(result: ResultSource, path: string, fs: FileSystem): Promise<void> {
  const tasks = [];
  for await (const { task } of result.tasks()) tasks.push(task);
  const plan = toPlan(result.header, tasks);
  const header = planLine(plan, null, null);
  const end = toEndLine(result, result.header);
  await writeWholeFile(path, fs, async (draft) => {
    await draft.write(header);
    for (const task of plan.tasks.values()) {
      for await (const attempt of result.attempts(task.entry.id)) {
        await draft.write(attemptLines(attempt, task));
      }
    }
    if (end !== null) await draft.write(end);
  });
}

function toEndLine(result: ResultSource, { end }: ResultHeader): Buffer | null {
  if (end === null) return null;
  if (!(result instanceof RolloutResult)) return endLine(end);
  const { warnings, abandonedCount } = result;
  return endLine(end, { warnings, abandonedCount });
}
