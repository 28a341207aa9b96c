import { describeValue, InvalidArgumentError, isPlainObject } from "@rollouts/core";
import { checkProfile } from "./check-profile.ts";
import type { DatasetKind, PreferenceProfile } from "./preference-profile.ts";
import { preferenceProfiles } from "./profiles.ts";

const rowsOf: Readonly<Record<DatasetKind, string>> = {
  pairs: "preference pairs",
  kto: "KTO rows",
  prompts: "prompts",
};

/** A profile, and how it writes the rows of one kind. */
export interface FoundProfile<Kind extends DatasetKind> {
  readonly profile: PreferenceProfile;
  readonly form: NonNullable<PreferenceProfile[Kind]>;
}

/**
 * Finds a profile by a name that may come from anywhere, or takes the caller's own.
 *
 * @throws InvalidArgumentError when there is no such profile, or it has no rows of this kind.
 */
export function findProfile<Kind extends DatasetKind>(
  nameOrProfile: unknown,
  kind: Kind,
): FoundProfile<Kind> {
  const profile = isPlainObject(nameOrProfile)
    ? checkProfile(nameOrProfile)
    : findShipped(nameOrProfile, kind);
  const form = profile[kind];
  if (form === null) throw unsupported(profile.name, kind);
  return { profile, form };
}

function findShipped(name: unknown, kind: DatasetKind): PreferenceProfile {
  const found = Object.entries(preferenceProfiles).find(([known]) => known === name);
  if (found !== undefined) return found[1];
  throw new InvalidArgumentError({
    argument: "profile",
    message: `profile must be one of ${namesWith(kind)}, or a profile object, got ${describeValue(name)}.`,
  });
}

function unsupported(name: string, kind: DatasetKind): InvalidArgumentError {
  return new InvalidArgumentError({
    argument: "profile",
    message: `profile ${JSON.stringify(name)} takes no ${rowsOf[kind]}; these do: ${namesWith(kind)}.`,
  });
}

function namesWith(kind: DatasetKind): string {
  return Object.entries(preferenceProfiles)
    .filter(([, profile]) => profile[kind] !== null)
    .map(([name]) => JSON.stringify(name))
    .join(", ");
}
