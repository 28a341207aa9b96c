import {
  InvalidArgumentError,
  invalidArgument,
  isPlainObject,
  refuseUnknownKeys,
} from "@rollouts/core";
import { checkPositive, checkWhole } from "../values/check-number.ts";

/** What a model costs, in US dollars for a million tokens. */
export interface ModelPrice {
  readonly inputPerMillionUsd: number;
  /** Of the input that was read from the provider's cache. @defaultValue `inputPerMillionUsd` */
  readonly cachedInputPerMillionUsd?: number | undefined;
  /** Reasoning counts as output. */
  readonly outputPerMillionUsd: number;
}

/** What a run may consume: by its agents, its judges, and calls that are tried again. */
export interface BudgetOptions {
  /** Tokens of prompts and answers, at least 1. */
  readonly maxTokens?: number | undefined;
  /** US dollars, over 0. */
  readonly maxCostUsd?: number | undefined;
  /**
   * Prices by `modelId`, for models whose provider does not tell what a call has cost. A call whose
   * cost cannot be told ends a run with `maxCostUsd`.
   */
  readonly prices?: Readonly<Record<string, ModelPrice>> | undefined;
}

/** A checked budget. */
export interface BudgetLimits {
  /** Endless when there is no such limit. */
  readonly maxTokens: number;
  /** Endless when there is no such limit. */
  readonly maxCostUsd: number;
  readonly prices: ReadonlyMap<string, ModelPrice>;
}

const priceKeys = [
  "inputPerMillionUsd",
  "cachedInputPerMillionUsd",
  "outputPerMillionUsd",
] as const;

/**
 * Checks the option `budget`.
 *
 * @throws InvalidArgumentError
 */
export function readBudget(budget: BudgetOptions | undefined): BudgetLimits | null {
  if (budget === undefined) return null;
  if (!isPlainObject(budget as unknown)) throw invalidArgument("budget", "an object", budget);
  refuseUnknownKeys(budget, ["maxTokens", "maxCostUsd", "prices"], "budget");
  const { maxTokens, maxCostUsd, prices = {} } = budget;
  if (maxTokens === undefined && maxCostUsd === undefined) {
    throw new InvalidArgumentError({
      argument: "budget",
      message: "budget limits nothing. Give it maxTokens, maxCostUsd or both.",
    });
  }
  if (maxTokens !== undefined) checkWhole("budget.maxTokens", maxTokens, 1);
  if (maxCostUsd !== undefined) checkPositive("budget.maxCostUsd", maxCostUsd);
  if (!isPlainObject(prices)) {
    throw invalidArgument("budget.prices", "an object { [modelId]: price }", prices);
  }
  const { POSITIVE_INFINITY: endless } = Number;
  return {
    maxTokens: maxTokens ?? endless,
    maxCostUsd: maxCostUsd ?? endless,
    prices: new Map(
      Object.entries(prices).map(([modelId, price]) => [modelId, read(modelId, price)]),
    ),
  };
}

function read(modelId: string, price: unknown): ModelPrice {
  const path = `budget.prices[${JSON.stringify(modelId)}]`;
  if (!isPlainObject(price)) throw invalidArgument(path, "an object", price);
  refuseUnknownKeys(price, priceKeys, path);
  for (const key of priceKeys) {
    const amount = price[key];
    if (amount === undefined && key === "cachedInputPerMillionUsd") continue;
    if (Number.isFinite(amount) && (amount as number) >= 0) continue;
    throw invalidArgument(`${path}.${key}`, "a finite number >= 0", amount);
  }
  return { ...price } as unknown as ModelPrice;
}
