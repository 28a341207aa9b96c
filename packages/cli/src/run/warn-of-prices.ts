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
  // A factory that fails is told by the attempts.
  const model = given ?? (await buildAgent(env).catch(() => null))?.model;
  const prices: unknown = budget.prices ?? {};
  const isPriced = (modelId: string) => isPlainObject(prices) && Object.hasOwn(prices, modelId);
  if (model === undefined ? budget.prices !== undefined : isPriced(model.modelId)) return null;
  const id = model === undefined ? "the models" : describeValue(model.modelId);
  const key = JSON.stringify(model?.modelId ?? "model-id");
  return `--budget-usd: no price of ${id} is known. Unless its provider tells what a call has cost, the run ends after the first. Add to the environment file: export const prices = { ${key}: { inputPerMillionUsd: ..., outputPerMillionUsd: ... } };`;
}
