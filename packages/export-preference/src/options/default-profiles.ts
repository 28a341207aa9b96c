import type { DatasetKind } from "../profiles/preference-profile.ts";
import type { PreferenceProfileName } from "../profiles/profiles.ts";

/** The profile of each kind of rows when the caller names none. */
export const defaultProfiles = {
  pairs: "openai",
  kto: "trl",
  prompts: "trl",
} satisfies Record<DatasetKind, PreferenceProfileName>;
