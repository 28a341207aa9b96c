import { chatProfile, noExtras, noLimits, templateTools } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** Axolotl with `type: chat_template`. It parses the arguments itself. */
export const axolotl = defineProfile({
  ...chatProfile,
  name: "axolotl",
  version: 1,
  verifiedOn: "2026-07-24",
  tools: templateTools,
  lossMask: "every assistant message, by the default of roles_to_train",
  extras: { ...noExtras, reasoningKeys: ["reasoning_content"] },
  limits: noLimits,
});
