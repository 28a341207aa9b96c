import {
  type AttemptResult,
  RolloutResult,
  type TaskResult,
  toSafeLine,
  toTaskResult,
} from "@rollouts/core";
import { renderAttempt, toPrintableJson } from "@rollouts/report";
import { type ResultFile, readResultFile } from "@rollouts/result-file";
import { exitCode } from "../process/exit-code.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts attempt`. */
export interface AttemptCommandOptions {
  readonly json?: boolean | undefined;
}

/** Prints one attempt of a result file in full, such as `task-id/0`. */
export async function attemptCommand(
  path: string,
  label: string,
  { json }: AttemptCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const file = await readResultFile(path);
  for (const warning of file.warnings) output.log(`warning: ${toSafeLine(warning)}`);
  const slash = label.lastIndexOf("/");
  const result = await readOneTask(file, label.slice(0, Math.max(0, slash)));
  // Refuses a label that names nothing, so that the search below finds it.
  const text = renderAttempt(result, label);
  await output.out(json ? toJson(result, Number(label.slice(slash + 1))) : text);
  return exitCode.good;
}

/** The result with the attempts of one task alone, so that large files need no memory for the others. */
async function readOneTask(file: ResultFile, taskId: string): Promise<RolloutResult> {
  const taskResults: TaskResult[] = [];
  for await (const summary of file.tasks()) {
    const attempts: AttemptResult[] = [];
    if (summary.task.id === taskId) {
      for await (const attempt of file.attempts(taskId)) attempts.push(attempt);
    }
    taskResults.push(toTaskResult(summary.task, attempts));
  }
  return new RolloutResult({ header: file.header, taskResults });
}

function toJson({ taskResults }: RolloutResult, attemptIndex: number): string {
  const found = taskResults.find(({ attempts }) => attempts.length > 0);
  const attempt = found?.attempts.find((each) => each.attemptIndex === attemptIndex);
  return toPrintableJson({ task: found?.task, ...attempt });
}
