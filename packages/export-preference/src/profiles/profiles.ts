import { axolotl } from "./axolotl.ts";
import { fireworks } from "./fireworks.ts";
import { openai } from "./openai.ts";
import { together } from "./together.ts";
import { trl } from "./trl.ts";

/** The profiles that are shipped, by name. */
export const preferenceProfiles = Object.freeze({ openai, together, fireworks, trl, axolotl });

/** The name of a profile that is shipped. */
export type PreferenceProfileName = keyof typeof preferenceProfiles;
