import { chatProfile, noLimits, templateTools } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/**
 * The Tinker cookbook. Tool definitions are given to its renderer in code: they stand in the
 * manifest. Rows with calls go through its `openai_messages_to_tinker`.
 */
export const tinker = defineProfile({
  ...chatProfile,
  name: "tinker",
  version: 1,
  verifiedOn: "2026-08-19",
  rowKeys: { required: ["messages"], optional: [] },
  tools: { ...templateTools, definitions: "manifest" },
  lossMask: "by train_on_what of the trainer; by default every assistant message",
  limits: noLimits,
});
