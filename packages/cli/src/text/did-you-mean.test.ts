import { expect, it } from "vitest";
import { didYouMean } from "./did-you-mean.ts";

const names = ["openai", "anthropic"];

it.each([
  ["openia", "openai"],
  ["OpenAI", "openai"],
  ["opnai", "openai"],
  ["openaii", "openai"],
  ["antrhopic", "anthropic"],
  ["open", "openai"],
  ["mistral", null],
  ["", null],
  ["openai-of-somebody", null],
  ["x".repeat(1_000_000), null],
])("%.20s", (typed, meant) => {
  expect(didYouMean(typed, names)).toBe(meant);
});
