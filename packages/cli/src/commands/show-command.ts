import type { RolloutResult } from "@rollouts/core";
import { type GateVerdict, renderReport, renderVerdict, toPrintableJson } from "@rollouts/report";
import { loadResult } from "@rollouts/result-file";
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

/** Shows a result file: grid, numbers, attempts, gates; and writes it as reports. */
export async function showCommand(
  path: string,
  options: ShowCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  await checkOptions(path, options);
  const { log } = output;
  const gates = await openGates(options, log);
  const result = await loadResult(path);
  const { report: reports = [], json } = options;
  const judged = await judgeAndReport(result, { gates, reports, log });
  const verdict = gates.isAsked ? judged.verdict : null;
  await output.out(json ? toJson(result, verdict) : toText(result, verdict, options));
  const codes = [judged.failureCode ?? exitCode.good];
  // Without a limit this is reading, and what was read is no failure of it.
  if (verdict !== null) {
    codes.push(exitCodeOfVerdict(verdict));
    if (result.status === "stopped") codes.push(exitCode.stoppedEarly);
  }
  return worstExitCode(codes);
}

async function checkOptions(path: string, options: ShowCommandOptions): Promise<void> {
  const { details, attempts, report: reports = [], baseline } = options;
  if (attempts !== undefined && details === undefined) {
    throw new UsageError("--attempts needs --details failed or --details all.");
  }
  const outputs = eachNamed("--report", reports);
  await checkFiles({
    inputs: [
      ["the result file", path],
      ["--baseline", baseline],
    ],
    outputs,
  });
  checkReportNames(reports);
  await keepResultFiles(outputs);
}

function toJson(result: RolloutResult, verdict: GateVerdict | null): string {
  const errors = result.errors();
  return toPrintableJson({ ...result.summary(), errors, warnings: result.warnings, verdict });
}

function toText(
  result: RolloutResult,
  verdict: GateVerdict | null,
  { details, attempts }: ShowCommandOptions,
): string {
  return [
    ...(details === undefined ? renderResult(result) : renderGrid(result)),
    ...(verdict === null ? [] : [renderVerdict(verdict)]),
    ...(details === undefined ? [] : ["", renderReport(result, { only: details, attempts })]),
  ].join("\n");
}
