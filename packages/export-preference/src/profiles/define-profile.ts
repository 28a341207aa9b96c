import { deepFreeze } from "@rollouts/export-sft/rows";
import type { PreferenceProfile } from "./preference-profile.ts";

export const pairLossMask = "the two answers, against each other";
export const promptLossMask = "what the model answers; the file has no answers";

/** A profile that nobody can change, also in its depth, since all exports share it. */
export function defineProfile(profile: PreferenceProfile): PreferenceProfile {
  return deepFreeze(profile);
}
