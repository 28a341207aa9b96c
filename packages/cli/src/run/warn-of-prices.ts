import { describeValue, isPlainObject } from "@rollouts/core";
import { buildAgent } from "../load/build-agent.ts";
import type { RunPlan } from "./run-plan.ts";

/**
 * What to say, before anything is spent, of a limit in dollars where no price of the model is known; `null`
 * for nothing. It is no error: some providers tell what each call has cost.
 */
export async function warnOfPrices({
  env,
  model: given,
  budget,
}: Pick<RunPlan, "env" | "model" | "budget">): Promise<string | null> {
  if (budget?.maxCostUsd === undefined) return null;
  const { prices = {} } = budget;
  if (!isPlainObject(prices)) return null; // the runner refuses it
  // A factory that fails is told by the attempts.
  const agent = given === undefined ? await buildAgent(env).catch(() => null) : null;
  const model = given ?? agent?.model;
  if (model === undefined) {
    const isTold = agent === null || Object.keys(prices).length === 1;
    return isTold
      ? null
      : `--budget-usd: the agent declares no model, so what its own client costs is known only when an attempt is over, from the usage that it reports: costUsd, or tokens where one price is known. ${adviceFor("model-id")}`;
  }
  if (Object.hasOwn(prices, model.modelId)) return null;
  return `--budget-usd: no price of ${describeValue(model.modelId)} is known. Unless its provider tells what a call has cost, the run ends after the first. ${adviceFor(model.modelId)}`;
}

function adviceFor(modelId: string): string {
  return `Add to the environment file: export const prices = { ${JSON.stringify(modelId)}: { inputPerMillionUsd: ..., outputPerMillionUsd: ... } };`;
}
