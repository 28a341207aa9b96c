import { toSafeLine } from "@rollouts/core";
import { quoteForShell } from "../text/quote-for-shell.ts";
import type { RunCommandOptions } from "./run-command-options.ts";

/** The command that goes on with a run in a result file, exactly as it is to be typed. */
export function resumeCommand(
  environmentPath: string,
  resultPath: string,
  options: RunCommandOptions,
): string {
  const words = Object.entries(flagsOf(resultPath, options)).flatMap(([name, value]) =>
    wordsOf(`--${name}`, value),
  );
  const all = ["npx", "rollouts", "run", environmentPath, ...words];
  return toSafeLine(all.map((word) => quoteForShell(word)).join(" "));
}

/** Tells how to go on with a run that ended early. */
export function howToGoOn(...run: Parameters<typeof resumeCommand>): string {
  return `To go on: ${resumeCommand(...run)}`;
}

type Flag = string | number | boolean | readonly string[] | undefined;

/** What shapes the run, and what becomes of its result; where it is written changes its name. */
function flagsOf(resume: string, options: RunCommandOptions): Readonly<Record<string, Flag>> {
  const { retry, k, seed, model, concurrency, order, filter, shard } = options;
  return {
    resume,
    retry,
    k,
    seed,
    model,
    concurrency,
    order,
    task: options.task,
    filter: filter?.map(({ key, value }) => `${key}=${value}`),
    failing: options.failing,
    errors: options.errors,
    sample: options.sample,
    shard: shard && `${shard.index}/${shard.count}`,
    budget: options.budget,
    "budget-usd": options.budgetUsd,
    export: options.export,
    report: options.report,
    reporter: options.reporter,
    "min-pass-rate": options.minPassRate,
    "min-task-rate": options.minTaskRate,
    "min-coverage": options.minCoverage,
    baseline: options.baseline,
    "max-drop": options.maxDrop,
    significance: options.significance,
    allow: options.allow,
    json: options.json,
  };
}

function wordsOf(name: string, value: Flag): string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [name];
  const values = typeof value === "object" ? value : [String(value)];
  return values.flatMap((each) => [name, each]);
}
