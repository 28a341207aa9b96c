import { profiles } from "@rollouts/export-sft";
import { trlPairFormat } from "../rows/trl-pair-format.ts";
import { defineProfile, promptLossMask } from "./define-profile.ts";

/**
 * TRL: DPOTrainer with whole runs, KTOTrainer, and prompts for GRPOTrainer. Versions before the
 * repair of trl#6259 ignore `tools` in KTO rows.
 */
export const trl = defineProfile({
  name: "trl",
  version: 1,
  verifiedOn: "2026-07-24",
  pairs: {
    format: trlPairFormat,
    answers: "run",
    callsInAnswers: true,
    lossMask: "everything after the prompt; whether tool replies are masked is up to the trainer",
    conversation: { ...profiles.trl, name: "trl-pairs" },
  },
  kto: {
    lossMask: "everything after the prompt; whether tool replies are masked is up to the trainer",
    conversation: { ...profiles.trl, name: "trl-kto" },
  },
  prompts: {
    messagesKey: "prompt",
    systemRole: "system",
    tools: "manifest",
    validation: null,
    lossMask: promptLossMask,
    conversation: { ...profiles.trl, name: "trl-prompts" },
  },
});
