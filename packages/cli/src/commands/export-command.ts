import { learningZone, type ResultSource, toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { readResultFile } from "@rollouts/result-file";
import { type ExportReport, exportKinds } from "../export/export-kinds.ts";
import type { ExportCommandOptions } from "../export/export-options.ts";
import { describeZone } from "../export/export-zone.ts";
import { checkExportName } from "../files/check-export-name.ts";
import { checkFiles, exportedFiles } from "../files/check-files.ts";
import { exitCode } from "../process/exit-code.ts";
import { UsageError } from "../process/usage-error.ts";
import { renderExportReport } from "../render/render-export.ts";
import type { CommandContext } from "./command-context.ts";

/** Writes a result file as training data. Reads one attempt at a time. */
export async function exportCommand(
  path: string,
  out: string,
  options: ExportCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const { kind = "sft", allTasks, json } = options;
  checkFits(kind, options);
  await checkFiles({
    inputs: [["the result file", path]],
    outputs: exportedFiles("the output", out),
  });
  checkExportName("the output", out);
  const file = await readResultFile(path);
  for (const warning of file.warnings) output.log(`warning: ${toSafeLine(warning)}`);
  const source: ResultSource = allTasks ? file : learningZone(file);
  const report: ExportReport = await exportKinds[kind].write(source, out, options);
  const zone = report.written > 0 || allTasks ? null : await describeZone(file);
  await output.out(json ? toPrintableJson(report) : renderExportReport(report, zone));
  // A file that is not there must not look like one that is.
  return report.written === 0 ? exitCode.notEnoughEvidence : exitCode.good;
}

/** Options that not every kind has, as they are typed. */
const ownOptions = {
  minScore: "--min-score",
  maxPerTask: "--max-per-task",
  method: "--method",
} as const;

function checkFits(kind: keyof typeof exportKinds, options: ExportCommandOptions): void {
  for (const [name, typed] of Object.entries(ownOptions)) {
    const key = name as keyof typeof ownOptions;
    if (options[key] === undefined || exportKinds[kind].takes.includes(key)) continue;
    const kinds = Object.entries(exportKinds).filter(([, { takes }]) => takes.includes(key));
    const names = kinds.map(([each]) => `--kind ${each}`).join(" or ");
    throw new UsageError(`${typed} is for ${names}, not for --kind ${kind}.`);
  }
}
