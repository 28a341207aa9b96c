import { axolotl } from "./axolotl.ts";
import { fireworks } from "./fireworks.ts";
import { mistral } from "./mistral.ts";
import { openai } from "./openai.ts";
import { portable } from "./portable.ts";
import { tinker } from "./tinker.ts";
import { together } from "./together.ts";
import { trl } from "./trl.ts";
import { trlPromptCompletion } from "./trl-prompt-completion.ts";

/** The profiles that are shipped, by name. */
export const profiles = Object.freeze({
  portable,
  openai,
  together,
  fireworks,
  mistral,
  tinker,
  trl,
  "trl-prompt-completion": trlPromptCompletion,
  axolotl,
});

/** The name of a profile that is shipped. */
export type SftProfileName = keyof typeof profiles;
