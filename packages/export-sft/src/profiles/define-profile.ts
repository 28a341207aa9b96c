import type { SftProfile } from "./profile.ts";

/** A profile that nobody can change, also in its depth, since all exports share it. */
export function defineProfile(profile: SftProfile): SftProfile {
  return deepFreeze(profile);
}

function deepFreeze<Value>(value: Value): Value {
  if (typeof value !== "object" || value === null || Object.isFrozen(value)) return value;
  for (const member of Object.values(value)) deepFreeze(member);
  return Object.freeze(value);
}
