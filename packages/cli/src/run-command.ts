import { stat } from "node:fs/promises";
import type { RolloutResult } from "@rollouts/core";
import { type SftReport, toSftJsonl } from "@rollouts/export-sft";
import { runRollouts } from "@rollouts/runner";
import type { Output } from "./console-output.ts";
import { exitCode, exitCodeOfRun } from "./exit-code.ts";
import { listenToSignals } from "./interrupt.ts";
import { loadEnvironment } from "./load-environment.ts";
import { LoadError } from "./load-error.ts";
import { loadModel } from "./load-model.ts";
import type { EndProcess } from "./own-exit.ts";
import { renderRun, renderWarnings } from "./render-run.ts";
import { reportFailure } from "./report-failure.ts";

/** The options of `rollouts run`. */
export interface RunCommandOptions {
  readonly k?: number | undefined;
  readonly concurrency?: number | undefined;
  readonly model?: string | undefined;
  readonly seed?: number | undefined;
  /** Where the learning zone's training file goes. */
  readonly export?: string | undefined;
  readonly json?: boolean | undefined;
}

/** Runs an environment file, prints what came of it, and exports the learning zone if asked. */
export async function runCommand(
  path: string,
  options: RunCommandOptions,
  output: Output,
  end: EndProcess,
): Promise<number> {
  const { k, concurrency, seed, export: exportPath } = options;
  const interrupt = listenToSignals(output.log, end);
  if (options.json) output.keepOutClean();
  if (exportPath !== undefined) await checkExportPath(exportPath);
  const loaded = await loadEnvironment(path);
  const model = options.model === undefined ? undefined : await loadModel(options.model, loaded);

  const signal = interrupt.startRun();
  const result = await runRollouts(loaded.env, { k, concurrency, seed, model, signal });
  const { report, failure } = await exportZone(result, exportPath);

  for (const line of renderWarnings(result)) output.log(line);
  await output.out(options.json ? toJson(result, report) : renderRun(result, report));
  const failureCode = failure && reportFailure(failure.thrown, output.log);
  if (interrupt.isAsked()) return exitCode.aborted;
  return failureCode ?? exitCodeOfRun(result.summary());
}

/** Before the run: what is found out after it may have cost hours. */
async function checkExportPath(path: string): Promise<void> {
  if (path === "") throw new LoadError("--export needs the name of a file.");
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new LoadError(`--export ${path} is a folder; name a file.`);
  if (found !== null && !found.isFile()) {
    throw new LoadError(`--export ${path} is a device or the like; name a file.`);
  }
}

interface ZoneExport {
  /** `null` when nothing was exported. */
  readonly report: SftReport | null;
  readonly failure?: { readonly thrown: unknown };
}

/** An export that fails must not take the result of the run with it. */
async function exportZone(result: RolloutResult, path: string | undefined): Promise<ZoneExport> {
  if (path === undefined) return { report: null };
  try {
    return { report: await toSftJsonl(result.learningZone(), path) };
  } catch (thrown) {
    return { report: null, failure: { thrown } };
  }
}

function toJson(result: RolloutResult, report: SftReport | null): string {
  return JSON.stringify(
    {
      ...result.summary(),
      errors: result.errors(),
      warnings: result.warnings,
      export: report,
    },
    null,
    2,
  );
}
