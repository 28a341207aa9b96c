import { toSafeLine } from "@rollouts/core";
import { exportZone } from "../export/export-zone.ts";
import { exitCode, exitCodeOfRun, worstExitCode } from "../process/exit-code.ts";
import { reportFailure } from "../process/report-failure.ts";
import { renderRun } from "../render/render-run.ts";
import { checkRunOptions } from "../run/check-run-options.ts";
import { describeHidden } from "../run/describe-hidden.ts";
import { dryRun } from "../run/dry-run.ts";
import { judgeAndReport } from "../run/judge-and-report.ts";
import { listTasks } from "../run/list-tasks.ts";
import { openResultTarget } from "../run/result-target.ts";
import { howToGoOn } from "../run/resume-command.ts";
import type { RunCommandOptions } from "../run/run-command-options.ts";
import { planRun, type RunPlan } from "../run/run-plan.ts";
import { runToJson } from "../run/run-to-json.ts";
import { runWithTarget } from "../run/run-with-target.ts";
import { warnOfPrices } from "../run/warn-of-prices.ts";
import type { CommandContext } from "./command-context.ts";
import { explainResumeCommand } from "./explain-resume-command.ts";

/** Runs an environment file, prints what came of it, holds it to gates, and writes what was asked for. */
export async function runCommand(
  path: string,
  options: RunCommandOptions,
  context: CommandContext,
): Promise<number> {
  const { output } = context;
  const { json, resume } = options;
  // Only the answer belongs there, and a list of tasks is read by programs too.
  if (json || options.list) output.keepOutClean();
  await checkRunOptions(path, options);
  const plan = await planRun(path, options, output);
  if (options.list) return await listTasks(plan.selected, { json, output });
  const warning = await warnOfPrices(plan);
  if (warning !== null) output.log(`warning: ${toSafeLine(warning)}`);
  if (options.dryRun) return await dryRun(plan, options, output);
  if (options.explain && resume !== undefined) {
    return await explainResumeCommand({ ...plan, resultPath: resume }, options, output);
  }
  await plan.gates.requireComparable(plan.env, plan.model);
  return await performRun(plan, options, context);
}

async function performRun(
  plan: RunPlan,
  options: RunCommandOptions,
  { output, interrupt }: CommandContext,
): Promise<number> {
  const { log } = output;
  const { json, export: exportPath, report: reports = [] } = options;
  const target = await openResultTarget(plan.path, options);
  const warnings = target?.sink.warnings ?? [];
  const warnFrom = (start: number) => {
    for (const warning of warnings.slice(start)) log(`warning: ${toSafeLine(warning)}`);
    return warnings.length;
  };
  const toldCount = warnFrom(0);
  const lastWords = target === null ? undefined : howToGoOn(plan.path, target.path, options);
  const signal = interrupt.startRun(lastWords);
  const outcome = await runWithTarget({ plan, target, signal }, options, output);
  warnFrom(toldCount);
  if ("failureCode" in outcome) {
    return interrupt.isAsked() ? exitCode.aborted : outcome.failureCode;
  }
  const { result, resume } = outcome;
  const { report, failure } = await exportZone(result, exportPath);
  const judged = await judgeAndReport(result, { gates: plan.gates, reports, log });
  const hidden = await describeHidden(target, resume);
  const shown = { result, report, resume, hidden, verdict: judged.shownVerdict };
  await output.out(json ? runToJson(shown, target?.path ?? null) : renderRun(shown));
  const exportCode = failure && reportFailure(failure.thrown, log);
  return worstExitCode([
    interrupt.isAsked() ? exitCode.aborted : exitCode.good,
    exportCode ?? exitCode.good,
    judged.failureCode ?? exitCode.good,
    exitCodeOfRun(result.summary(), judged.verdict),
  ]);
}
