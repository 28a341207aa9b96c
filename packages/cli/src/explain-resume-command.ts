import { toSafeLine } from "@rollouts/core";
import { readResultFile } from "@rollouts/result-file";
import { explainResume } from "@rollouts/runner";
import type { Output } from "./console-output.ts";
import { exitCode } from "./exit-code.ts";
import { jsonText } from "./json-text.ts";
import { renderExplanation } from "./render-resume.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import type { RunPlan } from "./run-plan.ts";

export interface ExplainedRun extends Pick<RunPlan, "env" | "model" | "selected"> {
  /** The result file. */
  readonly resultPath: string;
}

/** Prints what going on with a result file would do, and why. Does none of it, and writes nothing. */
export async function explainResumeCommand(
  { env, model, selected, resultPath }: ExplainedRun,
  { k, seed, retry, json }: RunCommandOptions,
  output: Output,
): Promise<number> {
  const source = await readResultFile(resultPath);
  for (const warning of source.warnings) output.log(`warning: ${toSafeLine(warning)}`);
  const tasks = selected.map(({ task }) => task);
  const plan = await explainResume(env, source, { k, seed, model, tasks, retryStored: retry });
  await output.out(json ? jsonText(plan) : renderExplanation(plan));
  return exitCode.good;
}
