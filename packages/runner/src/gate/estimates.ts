import type { Model, ModelRequest, Usage } from "@rollouts/core";
import { isAmount } from "../values/is-amount.ts";
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
  /** `sampleCount` answers to one prompt. @defaultValue 1 */
  guess(request: ModelRequest, sampleCount?: number): Amount;
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
 * at four characters a token, with the longest answer so far. Each sample more takes another such answer. Images and tools are not counted, and
 * before the first answer only the prompt is.
 */
function createEstimate(price: ModelPrice | undefined): Estimate {
  let longestAnswer = 0;
  let mostTokens = 0;
  let mostUsd = 0;
  let isKnown = false;
  return {
    firstCall: createFirstCall(() => isKnown),
    guess({ messages }, sampleCount = 1) {
      const inputTokens = promptTokens(messages);
      const more = sampleCount - 1;
      const answerUsd = costOf({ inputTokens: 0, outputTokens: longestAnswer }, price) ?? mostUsd;
      const costUsd = costOf({ inputTokens, outputTokens: longestAnswer }, price) ?? 0;
      return {
        tokens: Math.max(mostTokens, inputTokens + longestAnswer) + more * longestAnswer,
        costUsd: Math.max(mostUsd, costUsd) + more * answerUsd,
      };
    },
    learn(usage, sampleCount) {
      isKnown = true;
      const single = sampleCount === 1 ? usage : ofOneSample(usage, sampleCount);
      const { outputTokens } = single;
      if (isAmount(outputTokens)) longestAnswer = Math.max(longestAnswer, outputTokens);
      mostTokens = Math.max(mostTokens, tokensOf(single) ?? 0);
      mostUsd = Math.max(mostUsd, costOf(single, price) ?? 0);
    },
  };
}

/** What a call for one sample would have taken: the same prompt, and its part of the answers. */
function ofOneSample(
  { inputTokens, cachedInputTokens, outputTokens, costUsd }: Usage,
  count: number,
): Usage {
  return {
    inputTokens,
    cachedInputTokens,
    outputTokens: isAmount(outputTokens) ? outputTokens / count : undefined,
    costUsd: isAmount(costUsd) ? costUsd / count : undefined,
  };
}
