import type { Model, ModelRequest, Usage } from "@rollouts/core";
import { isAmount } from "../is-amount.ts";
import type { ModelPrice } from "./budget-options.ts";
import { costOf, tokensOf } from "./cost.ts";
import { promptTokens } from "./count-tokens.ts";
import { createFirstCall, type FirstCall } from "./first-call.ts";

/** What a call takes from a budget. */
export interface Amount {
  readonly tokens: number;
  readonly costUsd: number;
}

/** Guesses what the calls of one model will take, before they are made. */
export interface Estimate {
  guess(request: ModelRequest): Amount;
  /** Learns from a call that was answered, with so many samples. */
  learn(usage: Usage, sampleCount: number): void;
  /** The first call goes alone, for the guesses to rest on. */
  readonly firstCall: FirstCall;
}

/** Makes one estimate for each model, whatever objects stand for it. */
export function createEstimates(
  prices: ReadonlyMap<string, ModelPrice>,
): (model: Model) => Estimate {
  const byModel = new Map<string, Estimate>();
  return ({ provider, modelId }) => {
    const key = JSON.stringify([provider, modelId]);
    const known = byModel.get(key);
    if (known !== undefined) return known;
    const estimate = createEstimate(prices.get(modelId));
    byModel.set(key, estimate);
    return estimate;
  };
}

/**
 * A guess is the larger of two: what the largest call so far has taken; and the length of the prompt,
 * at four characters a token, with the longest answer so far. Images and tools are not counted, and
 * before the first answer only the prompt is.
 */
function createEstimate(price: ModelPrice | undefined): Estimate {
  let longestAnswer = 0;
  let mostTokens = 0;
  let mostUsd = 0;
  let isKnown = false;
  return {
    firstCall: createFirstCall(() => isKnown),
    guess({ messages }) {
      const inputTokens = promptTokens(messages);
      const costUsd = costOf({ inputTokens, outputTokens: longestAnswer }, price) ?? 0;
      return {
        tokens: Math.max(mostTokens, inputTokens + longestAnswer),
        costUsd: Math.max(mostUsd, costUsd),
      };
    },
    learn(usage, sampleCount) {
      isKnown = true;
      const { outputTokens } = usage;
      if (isAmount(outputTokens))
        longestAnswer = Math.max(longestAnswer, outputTokens / sampleCount);
      // Each sample with its part of the prompt: too little for a call of its own, which the length of
      // its prompt makes up for.
      mostTokens = Math.max(mostTokens, (tokensOf(usage) ?? 0) / sampleCount);
      mostUsd = Math.max(mostUsd, (costOf(usage, price) ?? 0) / sampleCount);
    },
  };
}
