import type { PreferenceProfile } from "./preference-profile.ts";

export const pairLossMask = "the two answers, against each other";
export const promptLossMask = "what the model answers; the file has no answers";

/** A profile that nobody can change, also in its depth, since all exports share it. */
export function defineProfile(profile: PreferenceProfile): PreferenceProfile {
  return deepFreeze(profile);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
