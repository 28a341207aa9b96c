import { describeValue, InvalidArgumentError } from "@rollouts/core";
import { portable } from "./portable.ts";
import type { SftProfile } from "./profile.ts";

/** The profiles that exist, by name. */
export const profiles = Object.freeze({ portable });

/** The name of a profile. */
export type SftProfileName = keyof typeof profiles;

/** Finds a profile by a name that may come from anywhere. */
export function findProfile(name: unknown): SftProfile {
  const found = Object.entries(profiles).find(([known]) => known === name);
  if (found !== undefined) return found[1];
  const known = Object.keys(profiles).map((key) => JSON.stringify(key));
  throw new InvalidArgumentError({
    argument: "profile",
    message: `profile must be one of ${known.join(", ")}, got ${describeValue(name)}.`,
  });
}
