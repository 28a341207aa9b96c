import { deepFreeze } from "./deep-freeze.ts";
import type { SftProfile } from "./profile.ts";

/** A profile that nobody can change, also in its depth, since all exports share it. */
export function defineProfile(profile: SftProfile): SftProfile {
  return deepFreeze(profile);
}
