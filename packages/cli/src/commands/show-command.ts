import { renderReport, renderVerdict, toPrintableJson } from "@rollouts/report";
import { loadResult, readResultFile } from "@rollouts/result-file";
import { checkFiles, eachNamed, keepResultFiles } from "../files/check-files.ts";
import type { GateCommandOptions } from "../gates/gate-command-options.ts";
import { openGates } from "../gates/open-gates.ts";
import { exitCode, exitCodeOfVerdict, worstExitCode } from "../process/exit-code.ts";
import { UsageError } from "../process/usage-error.ts";
import { renderGrid, renderResult } from "../render/render-result.ts";
import { checkReportNames } from "../reports/write-reports.ts";
import { judgeAndReport } from "../run/judge-and-report.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts show`. */
export interface ShowCommandOptions extends GateCommandOptions {
  /** Which attempts to print beside the grid. */
  readonly details?: "failed" | "all" | undefined;
  /** At most so many of each task. */
  readonly attempts?: number | undefined;
  readonly report?: readonly string[] | undefined;
  readonly json?: boolean | undefined;
}

/** Lines of ours about how a run ended. A file without an end is read as one that was aborted. */
const saysAborted = /(?<=^(?: {2})?)stopped early: aborted$|(?<=^partial: )aborted(?=, )/gm;

/** Shows a result file: grid, numbers, attempts, gates; and writes it as reports. */
export async function showCommand(
  path: string,
  options: ShowCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const { details, attempts, report: reports = [], json } = options;
  if (attempts !== undefined && details === undefined) {
    throw new UsageError("--attempts needs --details failed or --details all.");
  }
  await checkFiles({
    inputs: [
      ["the result file", path],
      ["--baseline", options.baseline],
    ],
    outputs: eachNamed("--report", reports),
  });
  checkReportNames(reports);
  await keepResultFiles(eachNamed("--report", reports));
  const gates = await openGates(options, output.log);
  const result = await loadResult(path);
  const isCutOff = (await readResultFile(path)).header.end === null;
  const { isAsked } = gates;
  const { verdict, failureCode } = await judgeAndReport(result, {
    gates,
    reports,
    log: output.log,
  });
  const summary = result.summary();
  if (json) {
    const facts = { ...summary, errors: result.errors(), warnings: result.warnings };
    await output.out(toPrintableJson({ ...facts, verdict: isAsked ? verdict : null }));
  } else {
    const lines = [
      ...(details === undefined ? renderResult(result) : renderGrid(result)),
      ...(isAsked ? [renderVerdict(verdict)] : []),
      ...(details === undefined ? [] : ["", renderReport(result, { only: details, attempts })]),
    ];
    const text = lines.join("\n");
    await output.out(
      isCutOff ? text.replaceAll(saysAborted, "the run was cut off or goes on") : text,
    );
  }
  // Without a limit this is reading, and what was read is no failure of it.
  if (!isAsked) return failureCode ?? exitCode.good;
  return worstExitCode([
    failureCode ?? exitCode.good,
    exitCodeOfVerdict(verdict),
    summary.stoppedEarly === null ? exitCode.good : exitCode.stoppedEarly,
  ]);
}
