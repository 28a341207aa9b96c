import { profiles } from "@rollouts/export-sft";
import { hostedPairFormat } from "../rows/hosted-pair-format.ts";
import { defineProfile, pairLossMask } from "./define-profile.ts";

/** Together: DPO. Its frozen 1.x client refuses answers that are tool calls. */
export const together = defineProfile({
  name: "together",
  version: 1,
  verifiedOn: "2026-06-30",
  pairs: {
    format: hostedPairFormat,
    answers: "turn",
    callsInAnswers: true,
    lossMask: pairLossMask,
    conversation: { ...profiles.together, name: "together-pairs", marksUntrained: false },
  },
  kto: null,
  prompts: null,
});
