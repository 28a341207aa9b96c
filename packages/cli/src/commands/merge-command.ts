import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { mergeResultFiles, readResultFile } from "@rollouts/result-file";
import { checkFiles, eachNamed } from "../files/check-files.ts";
import { isSameFile } from "../files/is-same-file.ts";
import { exitCode } from "../process/exit-code.ts";
import { UsageError } from "../process/usage-error.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts merge`. */
export interface MergeCommandOptions {
  readonly out: string;
  /** How many files there must be. */
  readonly shards?: number | undefined;
  readonly json?: boolean | undefined;
}

/** Joins result files of one plan, such as those of shards, into a new one. */
export async function mergeCommand(
  paths: readonly string[],
  { out, shards, json }: MergeCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  await checkFiles({ inputs: eachNamed("the input", paths), outputs: [["--out", out]] });
  if (shards !== undefined) await checkShards(paths, shards);
  const report = await mergeResultFiles(paths, out);
  const { taskCount, attemptCount, duplicateCount } = report;
  const twice = duplicateCount === 0 ? "" : ` (${duplicateCount} were in several files)`;
  const text = `merged ${paths.length} files: ${attemptCount} attempts of ${taskCount} tasks${twice}\n  ${toSafeLine(out)}`;
  await output.out(json ? toPrintableJson(report) : text);
  return exitCode.good;
}

/** A shard that is lost must not look like a plan with fewer tasks, and none can stand in for another. */
async function checkShards(paths: readonly string[], shards: number): Promise<void> {
  if (paths.length !== shards) {
    throw new UsageError(
      `--shards ${shards} needs ${shards} files, and there are ${paths.length}: ${paths.join(", ")}. Run the shard that is missing, or name all files.`,
    );
  }
  for (const [index, path] of paths.entries()) {
    for (const other of paths.slice(0, index)) {
      if (!(await isSameFile(path, other))) continue;
      throw new UsageError(`${path} is the same file as ${other}: --shards counts each once.`);
    }
  }
  await refuseSharedTasks(paths);
}

/** No task is in two shards: a copy of a file would pass for the shard that is missing. */
async function refuseSharedTasks(paths: readonly string[]): Promise<void> {
  const pathOfTask = new Map<string, string>();
  for (const path of paths) {
    for await (const { task } of (await readResultFile(path)).tasks()) {
      const { id } = task;
      const other = pathOfTask.get(id);
      if (other !== undefined) {
        throw new UsageError(
          `${path} and ${other} both have the task ${JSON.stringify(id)}: --shards takes shards of one run, which share none.`,
        );
      }
      pathOfTask.set(id, path);
    }
  }
}
