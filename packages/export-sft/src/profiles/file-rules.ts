import type { FileRules } from "../files/inspect-dataset.ts";
import type { SftProfile } from "./profile.ts";

/** What a file of the profile must be. */
export function fileRulesOf(profile: SftProfile): FileRules {
  const { name, limits, byteOrderMark, separators, suffix, rowKeys, format } = profile;
  const checkRow: FileRules["checkRow"] = (row) => format.check(row, profile);
  return { name, limits, byteOrderMark, separators, suffix, rowKeys, checkRow };
}
