import { chatProfile, hostedTools, noExtras, noLimits } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** OpenAI's supervised fine-tuning. */
export const openai = defineProfile({
  ...chatProfile,
  name: "openai",
  version: 1,
  verifiedOn: "2026-08-21",
  rowKeys: { required: ["messages"], optional: ["tools", "parallel_tool_calls"] },
  userContent: "text-and-images",
  tools: { ...hostedTools, parallelKey: true },
  marksUntrained: true,
  extras: { ...noExtras, names: true, functions: true },
  suffix: ".jsonl",
  lossMask: "every assistant message, except those with weight 0",
  limits: {
    ...noLimits,
    minRows: 10,
    maxBytes: 512_000_000,
    maxRowTokens: 65_536,
    maxRowImages: 10,
    maxImageBytes: 10_000_000,
  },
});
