import { profiles } from "@rollouts/export-sft";
import { hostedPairFormat } from "../rows/hosted-pair-format.ts";
import { defineProfile, pairLossMask, promptLossMask } from "./define-profile.ts";

/** OpenAI: DPO, and prompts for reinforcement fine-tuning. */
export const openai = defineProfile({
  name: "openai",
  version: 1,
  verifiedOn: "2026-08-21",
  pairs: {
    format: hostedPairFormat,
    answers: "turn",
    callsInAnswers: false,
    lossMask: pairLossMask,
    conversation: {
      ...profiles.openai,
      name: "openai-pairs",
      userContent: "text",
      marksUntrained: false,
    },
  },
  kto: null,
  prompts: {
    messagesKey: "messages",
    systemRole: "developer",
    tools: "row",
    validation: { maxRows: 1_000 },
    lossMask: promptLossMask,
    conversation: {
      ...profiles.openai,
      name: "openai-prompts",
      marksUntrained: false,
      limits: { ...profiles.openai.limits, minRows: 1, maxRows: 50_000 },
    },
  },
});
