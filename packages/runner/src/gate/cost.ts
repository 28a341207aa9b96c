import type { ModelResponse, Usage } from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";
import type { ModelPrice } from "./budget-options.ts";

const million = 1_000_000;

/** All tokens of a call; `undefined` when that cannot be told. */
export function tokensOf({ totalTokens, inputTokens, outputTokens }: Usage): number | undefined {
  if (isAmount(totalTokens)) return totalTokens;
  return isAmount(inputTokens) && isAmount(outputTokens) ? inputTokens + outputTokens : undefined;
}

/** What a call has cost: as the provider says, else by its price; `undefined` when unknown. */
export function costOf(usage: Usage, price: ModelPrice | undefined): number | undefined {
  const { costUsd, inputTokens, outputTokens } = usage;
  if (isAmount(costUsd)) return costUsd;
  if (price === undefined || !isAmount(inputTokens) || !isAmount(outputTokens)) return undefined;
  const { inputPerMillionUsd, outputPerMillionUsd } = price;
  const { cachedInputPerMillionUsd = inputPerMillionUsd } = price;
  const cached = isAmount(usage.cachedInputTokens)
    ? Math.min(usage.cachedInputTokens, inputTokens)
    : 0;
  const cost =
    (inputTokens - cached) * inputPerMillionUsd +
    cached * cachedInputPerMillionUsd +
    outputTokens * outputPerMillionUsd;
  return cost / million;
}

/** A response with what it has cost by the price, where the provider tells tokens and no cost. */
export function withCost(response: ModelResponse, price: ModelPrice): ModelResponse {
  // Models are plug-ins: it may be no response at all.
  const { usage } = (response ?? {}) as Partial<ModelResponse>;
  if (!usage || isAmount(usage.costUsd)) return response;
  const costUsd = costOf(usage, price);
  return costUsd === undefined ? response : { ...response, usage: { ...usage, costUsd } };
}
