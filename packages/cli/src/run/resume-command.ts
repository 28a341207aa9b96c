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
    wordsOf(`--${toKebabCase(name)}`, value),
  );
  const all = ["npx", "rollouts", "run", environmentPath, ...words];
  return toSafeLine(all.map((word) => quoteForShell(word)).join(" "));
}

/** Tells how to go on with a run that ended early. */
export function howToGoOn(...run: Parameters<typeof resumeCommand>): string {
  return `To go on: ${resumeCommand(...run)}`;
}

type Flag = string | number | boolean | readonly string[] | undefined;

/** Every option, in the order in which they are typed: a new one fails to compile until it is here. */
function flagsOf(
  resume: string,
  { filter, shard, ...options }: RunCommandOptions,
): Readonly<Record<keyof RunCommandOptions, Flag>> {
  return {
    resume,
    retry: options.retry,
    k: options.k,
    seed: options.seed,
    model: options.model,
    concurrency: options.concurrency,
    order: options.order,
    task: options.task,
    filter: filter?.map(({ key, value }) => `${key}=${value}`),
    failing: options.failing,
    errors: options.errors,
    sample: options.sample,
    shard: shard && `${shard.index}/${shard.count}`,
    budget: options.budget,
    budgetUsd: options.budgetUsd,
    export: options.export,
    report: options.report,
    reporter: options.reporter,
    minPassRate: options.minPassRate,
    minTaskRate: options.minTaskRate,
    minCoverage: options.minCoverage,
    baseline: options.baseline,
    maxDrop: options.maxDrop,
    significance: options.significance,
    allow: options.allow,
    json: options.json,
    // The file that is gone on with takes the place of the new one.
    out: undefined,
    // Those that run nothing, or again and again, end in no run to go on with.
    explain: undefined,
    list: undefined,
    dryRun: undefined,
    watch: undefined,
  };
}

function wordsOf(name: string, value: Flag): string[] {
  if (value === undefined || value === false) return [];
  if (value === true) return [name];
  const values = typeof value === "object" ? value : [String(value)];
  return values.flatMap((each) => [name, each]);
}

function toKebabCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
