import { expect, test } from "vitest";
import { readUsage } from "./read-usage.ts";

const nested = (input: object, output: object, raw?: object) => ({
  inputTokens: { total: 7, ...input },
  outputTokens: { total: 5, ...output },
  raw,
});

test.each<[string, unknown, unknown]>([
  ["nothing", undefined, undefined],
  ["no object", 7, undefined],
  ["an empty object", {}, undefined],
  [
    "a flat one",
    {
      inputTokens: 7,
      outputTokens: 5,
      totalTokens: 12,
      reasoningTokens: 2,
      cachedInputTokens: 0,
    },
    {
      inputTokens: 7,
      outputTokens: 5,
      totalTokens: 12,
      reasoningTokens: 2,
      cachedInputTokens: 0,
    },
  ],
  [
    "a flat one with gaps",
    { inputTokens: 7, outputTokens: undefined, totalTokens: Number.NaN },
    { inputTokens: 7 },
  ],
  ["counts that are none", { inputTokens: -1, outputTokens: 1.5, totalTokens: "9" }, undefined],
  ["a flat one that did not count", { inputTokens: 0, outputTokens: 0, totalTokens: 0 }, undefined],
  [
    "a nested one",
    nested({ cacheRead: 3, noCache: 4 }, { reasoning: 2, text: 3 }),
    {
      inputTokens: 7,
      outputTokens: 5,
      totalTokens: 12,
      reasoningTokens: 2,
      cachedInputTokens: 3,
    },
  ],
  [
    "a nested one with gaps",
    { inputTokens: { total: 7 }, outputTokens: { total: undefined } },
    { inputTokens: 7 },
  ],
  ["a nested one without anything", { inputTokens: {}, outputTokens: {} }, undefined],
  [
    "zeros that the provider reported",
    nested(
      { cacheRead: 0 },
      { reasoning: 0 },
      {
        prompt_tokens_details: { cached_tokens: 0 },
        completion_tokens_details: { reasoning_tokens: 0 },
      },
    ),
    {
      inputTokens: 7,
      outputTokens: 5,
      totalTokens: 12,
      reasoningTokens: 0,
      cachedInputTokens: 0,
    },
  ],
  [
    "zeros that the provider package made up",
    nested(
      { cacheRead: 0 },
      { reasoning: 0 },
      { prompt_tokens: 7, completion_tokens_details: null },
    ),
    { inputTokens: 7, outputTokens: 5, totalTokens: 12 },
  ],
])("%s", (_name, reported, usage) => {
  expect(readUsage(reported)).toEqual(usage);
});
