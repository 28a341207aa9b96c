import { resolve } from "node:path";
import { checkTarget } from "./reports/check-target.ts";
import { checkReports } from "./reports/write-reports.ts";
import { checkResultOptions } from "./result-target.ts";
import type { RunCommandOptions } from "./run-command-options.ts";
import { UsageError } from "./usage-error.ts";

/** Before anything is loaded or spent: refuses what cannot be written, or not together. */
export async function checkRunOptions(options: RunCommandOptions): Promise<void> {
  const { export: exportPath, report = [], watch, out } = options;
  if (watch && out !== undefined) {
    throw new UsageError("--watch runs many times, and --out names a new file. Use --resume.");
  }
  checkResultOptions(options);
  if (exportPath !== undefined) await checkTarget("--export", exportPath);
  await checkReports(report);
  checkApart(options);
}

/** Refuses one file for two results. */
function checkApart({ out, resume, export: exportPath, report = [] }: RunCommandOptions): void {
  const targets = [out, resume, exportPath, ...report].filter((path) => path !== undefined);
  const seen = new Set<string>();
  for (const path of targets) {
    if (seen.has(resolve(path))) throw new UsageError(`${path} is named for two different files.`);
    seen.add(resolve(path));
  }
}
