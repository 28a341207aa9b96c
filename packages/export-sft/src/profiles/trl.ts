import { chatProfile, noExtras, noLimits, templateTools } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** TRL's SFTTrainer with `messages`, and other trainers that apply a Hugging Face chat template. */
export const trl = defineProfile({
  ...chatProfile,
  name: "trl",
  version: 1,
  verifiedOn: "2026-07-24",
  tools: { ...templateTools, argumentsAs: "object" },
  lossMask: "every token of all roles, unless assistant_only_loss is set",
  extras: { ...noExtras, reasoningKeys: ["reasoning_content"] },
  // its default max_length, at which it cuts rows without a word
  limits: { ...noLimits, maxRowTokens: 1_024 },
});
