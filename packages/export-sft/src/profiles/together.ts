import { chatProfile, hostedTools, noExtras, noLimits } from "./chat-profile.ts";
import { defineProfile } from "./define-profile.ts";

/** Together. Its frozen 1.x client refuses files with `tools`; for that one, set `tools: null`. */
export const together = defineProfile({
  ...chatProfile,
  name: "together",
  version: 1,
  verifiedOn: "2026-06-30",
  order: { system: "first", startsWithUser: true, repeatable: [] },
  tools: hostedTools,
  marksUntrained: true,
  extras: {
    ...noExtras,
    rowWeight: "not-negative",
    reasoningKeys: ["reasoning_content", "reasoning"],
  },
  suffix: ".jsonl",
  lossMask:
    "every assistant message, except those with weight 0; of reasoning models the last one only",
  // what its client for JavaScript takes: 4.9 GiB
  limits: { ...noLimits, maxBytes: 5_261_334_937 },
});
