import { chatProfile, hostedTools, noExtras, noLimits } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** Fireworks. */
export const fireworks = defineProfile({
  ...chatProfile,
  name: "fireworks",
  version: 1,
  verifiedOn: "2026-06-30",
  userContent: "text-parts",
  order: { system: "first", startsWithUser: false, repeatable: ["user"] },
  tools: hostedTools,
  marksUntrained: true,
  extras: { ...noExtras, rowWeight: "any", reasoningKeys: ["reasoning_content"] },
  lossMask: "every assistant message, except those with weight 0",
  // The size is that of its web page. Above 150 MB its API wants an upload by signed URL.
  limits: {
    ...noLimits,
    minRows: 3,
    maxRows: 3_000_000,
    maxBytes: 500_000_000,
    maxRowTokens: 32_768,
  },
});
