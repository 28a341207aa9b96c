import { describeValue, InvalidArgumentError, isPlainObject } from "@rollouts/core";
import { checkProfile } from "./check-profile.ts";
import type { SftProfile } from "./profile.ts";
import { profiles } from "./profiles.ts";

/** Finds a profile by a name that may come from anywhere, or takes the caller's own. */
export function findProfile(nameOrProfile: unknown): SftProfile {
  if (isPlainObject(nameOrProfile)) return checkProfile(nameOrProfile);
  const found = Object.entries(profiles).find(([known]) => known === nameOrProfile);
  if (found !== undefined) return found[1];
  const known = Object.keys(profiles).map((key) => JSON.stringify(key));
  throw new InvalidArgumentError({
    argument: "profile",
    message: `profile must be one of ${known.join(", ")}, or a profile object, got ${describeValue(nameOrProfile)}.`,
  });
}
