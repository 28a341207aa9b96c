import { type Allowance, type DiffOptions, diffResults, toSafeLine } from "@rollouts/core";
import { renderDiff, toPrintableJson } from "@rollouts/report";
import { readSide } from "../gates/read-side.ts";
import { exitCode } from "../process/exit-code.ts";
import type { CommandContext } from "./command-context.ts";

/** The options of `rollouts diff`. */
export interface DiffCommandOptions extends DiffOptions {
  readonly allow?: readonly Allowance[] | undefined;
  readonly json?: boolean | undefined;
}

/** Compares two result files and says whether chance explains the difference. */
export async function diffCommand(
  baselinePath: string,
  currentPath: string,
  { allow, minEffect, minCoverage, json }: DiffCommandOptions,
  { output }: CommandContext,
): Promise<number> {
  const warn = (text: string) => output.log(`warning: ${toSafeLine(text)}`);
  const baseline = await readSide(baselinePath, warn);
  const current = await readSide(currentPath, warn);
  const diff = diffResults(current, baseline, { allow, minEffect, minCoverage });
  await output.out(json ? toPrintableJson(diff) : renderDiff(diff));
  return exitCode.good;
}
