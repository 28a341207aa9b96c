import { toPrintableJson } from "@rollouts/report";
import { mergeResultFiles } from "@rollouts/result-file";
import type { CommandContext } from "./command-context.ts";
import { exitCode } from "./exit-code.ts";

/** The options of `rollouts merge`. */
export interface MergeCommandOptions {
  readonly out: string;
  readonly json?: boolean | undefined;
}

/** Joins result files of one plan, such as those of shards, into a new one. */
export async function mergeCommand(
  paths: readonly string[],
  { out, json }: MergeCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const report = await mergeResultFiles(paths, out);
  const { taskCount, attemptCount, duplicateCount } = report;
  const twice = duplicateCount === 0 ? "" : ` (${duplicateCount} were in several files)`;
  const text = `merged ${paths.length} files: ${attemptCount} attempts of ${taskCount} tasks${twice}\n  ${out}`;
  await output.out(json ? toPrintableJson(report) : text);
  return exitCode.good;
}
