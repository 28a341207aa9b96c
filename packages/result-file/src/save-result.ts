import { checkSource, type ResultSource, type RolloutResult } from "@rollouts/core";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { writeWholeFile } from "./disk/write-whole-file.ts";
import { toPlan } from "./format/plan.ts";
import { attemptLines, endLine, planLine } from "./format/record-lines.ts";
import { checkPath } from "./read-result-file.ts";

/**
 * Writes a result to a file, in place of what had its name, as a whole or not at all. Makes the folders
 * above it.
 *
 * A run that was cut off stays so: its file has no end, and so none of its warnings.
 *
 * What JSON cannot carry comes back as it was (numbers such as NaN, bigints, dates, maps, sets, bytes),
 * or as plain data (instances of classes). Of an attempt whose line would be longer than a string can be,
 * the longest texts are left out, with a warning in the file.
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
  const losses: string[] = [];
  const warn = (loss: string) => losses.push(loss);
  await writeWholeFile(path, fs, async (draft) => {
    await draft.write(header);
    for (const task of plan.tasks.values()) {
      for await (const attempt of result.attempts(task.entry.id)) {
        await draft.write(attemptLines({ attempt, task, warn }));
      }
    }
    const { end } = result.header;
    if (end !== null) await draft.write(endLine(end, toNotes(result, losses)));
  });
}

function toNotes(result: ResultSource, losses: readonly string[]): object {
  const { warnings, abandonedCount } = result as Partial<RolloutResult>;
  // By its members, as it may be of another copy of core. A file that was read has no such count, and
  // its warnings are about the file.
  const isRead = !Array.isArray(warnings) || typeof abandonedCount !== "number";
  if (isRead) return losses.length === 0 ? {} : { warnings: losses };
  return { warnings: [...warnings, ...losses], abandonedCount };
}
