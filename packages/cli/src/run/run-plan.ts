import type { Environment, Model } from "@rollouts/core";
import { readResultFileIfBegun } from "@rollouts/result-file";
import type { BudgetOptions, LimitsOptions } from "@rollouts/runner";
import { fromStart } from "../files/from-start.ts";
import { type Gates, openGates } from "../gates/open-gates.ts";
import { type LoadedEnvironment, loadEnvironment } from "../load/load-environment.ts";
import { loadModel } from "../load/load-model.ts";
import type { Output } from "../process/console-output.ts";
import { type SelectedTask, selectTasks } from "../selection/select-tasks.ts";
import type { RunCommandOptions } from "./run-command-options.ts";

/** What a run sets out to do. */
export interface RunPlan {
  /** Of the environment file, as it was typed. */
  readonly path: string;
  readonly env: Environment;
  /** In place of the agent's own. */
  readonly model: Model | undefined;
  readonly selected: readonly SelectedTask[];
  readonly budget: BudgetOptions | undefined;
  /** Those that the environment file exports. The runner checks them. */
  readonly limits: LimitsOptions | undefined;
  readonly gates: Gates;
}

/** Loads the environment file and all that the options name, and selects the tasks. */
export async function planRun(
  path: string,
  options: RunCommandOptions,
  output: Output,
): Promise<RunPlan> {
  const gates = await openGates(options, output.log);
  const loaded = await loadEnvironment(path);
  const { env } = loaded;
  const model = options.model === undefined ? undefined : await loadModel(options.model, loaded);
  const selected = await selectTasks(env, options, await seedOfSample(options));
  const limits = loaded.exports.limits as LimitsOptions | undefined;
  return { path, env, model, selected, budget: budgetOf(options, loaded), limits, gates };
}

/** A run that goes on draws the same tasks as before. */
async function seedOfSample({ sample, seed, resume }: RunCommandOptions): Promise<number> {
  if (seed !== undefined) return seed;
  if (sample === undefined || resume === undefined) return 0;
  return (await readResultFileIfBegun(fromStart(resume)))?.header.seed ?? 0;
}

/** Prices are those that the environment file exports. The runner checks them. */
function budgetOf(
  { budget: maxTokens, budgetUsd: maxCostUsd }: RunCommandOptions,
  { exports }: LoadedEnvironment,
): BudgetOptions | undefined {
  if (maxTokens === undefined && maxCostUsd === undefined) return undefined;
  return { maxTokens, maxCostUsd, prices: exports.prices as BudgetOptions["prices"] };
}
