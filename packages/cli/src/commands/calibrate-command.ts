import { toSafeLine } from "@rollouts/core";
import { toPrintableJson } from "@rollouts/report";
import { readResultFile } from "@rollouts/result-file";
import { calibrateResult } from "@rollouts/scorers";
import { fromStart } from "../files/from-start.ts";
import { loadEnvironment } from "../load/load-environment.ts";
import { readGoldFile } from "../load/read-gold-file.ts";
import { exitCodeOfEvidence } from "../process/exit-code.ts";
import { renderCalibration } from "../render/render-calibration.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts calibrate`. */
export interface CalibrateCommandOptions {
  readonly concurrency?: number | undefined;
  readonly json?: boolean | undefined;
}

export interface CalibrateCommandPaths {
  /** The result file. */
  readonly result: string;
  /** The labels of people. */
  readonly gold: string;
  /** The environment file whose scorer is measured. */
  readonly environment: string;
}

/** Tells how far an environment's scorer agrees with what people say of attempts. */
export async function calibrateCommand(
  paths: CalibrateCommandPaths,
  { concurrency = 4, json }: CalibrateCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  output.keepOutClean();
  const gold = await readGoldFile(paths.gold);
  const { env } = await loadEnvironment(paths.environment);
  const source = await readResultFile(fromStart(paths.result));
  const calibration = await calibrateResult(env.scorer, source, gold, { concurrency });
  for (const warning of [...source.warnings, ...calibration.warnings]) {
    output.log(`warning: ${toSafeLine(warning)}`);
  }
  await output.out(json ? toPrintableJson(calibration) : renderCalibration(calibration));
  return exitCodeOfEvidence(calibration);
}
