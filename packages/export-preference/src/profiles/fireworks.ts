import { profiles } from "@rollouts/export-sft";
import { hostedPairFormat } from "../rows/hosted-pair-format.ts";
import { defineProfile, pairLossMask, promptLossMask } from "./define-profile.ts";

/** Fireworks: DPO and ORPO, and prompts for reinforcement fine-tuning. */
export const fireworks = defineProfile({
  name: "fireworks",
  version: 1,
  verifiedOn: "2026-06-30",
  pairs: {
    format: hostedPairFormat,
    answers: "turn",
    callsInAnswers: false,
    lossMask: pairLossMask,
    conversation: {
      ...profiles.fireworks,
      name: "fireworks-pairs",
      userContent: "text",
      marksUntrained: false,
    },
  },
  kto: null,
  prompts: {
    messagesKey: "messages",
    systemRole: "system",
    tools: "manifest",
    validation: null,
    lossMask: promptLossMask,
    conversation: { ...profiles.fireworks, name: "fireworks-prompts", marksUntrained: false },
  },
});
