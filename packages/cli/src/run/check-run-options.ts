import { resolve } from "node:path";
import { checkExportName } from "../files/check-export-name.ts";
import { checkFiles, eachNamed, exportedFiles, keepResultFiles } from "../files/check-files.ts";
import { providerFileOf } from "../load/load-model.ts";
import { UsageError } from "../process/usage-error.ts";
import { checkReportNames } from "../reports/write-reports.ts";
import { checkResultOptions } from "./result-target.ts";
import type { RunCommandOptions } from "./run-command-options.ts";

/** Before anything is loaded or spent: refuses what cannot be written, or not together. */
export async function checkRunOptions(path: string, options: RunCommandOptions): Promise<void> {
  const { report, watch, out, resume, model } = options;
  if (watch && out !== undefined) {
    throw new UsageError("--watch runs many times, and --out names a new file. Use --resume.");
  }
  checkResultOptions(options);
  const replaced = [...exportedFiles("--export", options.export), ...eachNamed("--report", report)];
  await checkFiles({
    inputs: [
      // Modules are found by the names in a path alone, whatever links there are.
      ["the environment file", resolve(path)],
      ["--model", model === undefined ? undefined : providerFileOf(model, path)],
      ["--baseline", options.baseline],
      ["--failing", options.failing],
      ["--errors", options.errors],
      // It is written too, but nothing of it is lost by that.
      ["--resume", resume],
    ],
    outputs: [["--out", out], ...replaced],
  });
  checkReportNames(report);
  await keepResultFiles(replaced);
  checkExportName("--export", options.export);
}
