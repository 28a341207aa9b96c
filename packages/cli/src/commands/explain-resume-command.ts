import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import type { Output } from "../process/console-output.ts";
import { exitCode } from "../process/exit-code.ts";
import { renderExplanation } from "../render/render-resume.ts";
import { explainStored } from "../run/explain-stored.ts";
import type { RunCommandOptions } from "../run/run-command-options.ts";
import type { RunPlan } from "../run/run-plan.ts";

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
