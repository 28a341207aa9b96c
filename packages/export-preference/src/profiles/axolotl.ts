import { profiles } from "@rollouts/export-sft";
import { axolotlPairFormat } from "../rows/axolotl-pair-format.ts";
import { defineProfile, pairLossMask } from "./define-profile.ts";

/**
 * Axolotl with `rl: dpo` and `type: chat_template.default`. It drops tools and calls without a word
 * (axolotl#3824), so runs with tools are left out.
 */
export const axolotl = defineProfile({
  name: "axolotl",
  version: 1,
  verifiedOn: "2026-07-24",
  pairs: {
    format: axolotlPairFormat,
    answers: "turn",
    callsInAnswers: false,
    lossMask: pairLossMask,
    conversation: {
      ...profiles.axolotl,
      name: "axolotl-pairs",
      roles: ["system", "user", "assistant"],
      tools: null,
    },
  },
  kto: null,
  prompts: null,
});
