import { expect, it } from "vitest";
import { hasUnpairedThinkTag } from "./think-tags.ts";

it.each([
  ["", false],
  ["no tags", false],
  ["<think>a</think>b", false],
  ["<think></think><think>c</think>", false],
  ["a <thinking> of another kind", false],
  ["reasons</think>answer", true],
  ["<think>cut", true],
  ["<think>a<think>b</think>", true],
  ["<think>a</think></think>", true],
  ["</think>a<think>", true],
])("tells half a pair of think tags: %j", (text, isUnpaired) => {
  expect(hasUnpairedThinkTag(text)).toBe(isUnpaired);
});
