import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import type { Output } from "./console-output.ts";
import { exitCode } from "./exit-code.ts";
import { explainStored } from "./explain-stored.ts";
import { renderExplanation } from "./render-resume.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import type { RunPlan } from "./run-plan.ts";

export interface ExplainedRun extends Pick<RunPlan, "env" | "model" | "selected"> {
  /** The result file. */
  readonly resultPath: string;
}

/** Prints what going on with a result file would do, and why. Does none of it, and writes nothing. */
export async function explainResumeCommand(
  { resultPath, ...run }: ExplainedRun,
  options: RunCommandOptions,
  output: Output,
): Promise<number> {
  const { explanation, warnings } = await explainStored(run, resultPath, options);
  for (const warning of warnings) output.log(`warning: ${toSafeLine(warning)}`);
  await output.out(options.json ? toPrintableJson(explanation) : renderExplanation(explanation));
  return exitCode.good;
}
