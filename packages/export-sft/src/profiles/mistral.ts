import { chatProfile, hostedTools, noLimits } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** Mistral's API and mistral-finetune. */
export const mistral = defineProfile({
  ...chatProfile,
  name: "mistral",
  version: 1,
  verifiedOn: "2026-07-23",
  order: { system: "first", startsWithUser: true, repeatable: ["user"] },
  tools: {
    ...hostedTools,
    textBesideCalls: false,
    callIds: "nine-alphanumeric",
    descriptionRequired: true,
  },
  marksUntrained: true,
  lossMask:
    "every assistant message, except those with weight 0; in a row with tools the last one only",
  limits: { ...noLimits, minRows: 10, maxRows: 10_000_000, maxBytes: 10_000_000_000 },
});
