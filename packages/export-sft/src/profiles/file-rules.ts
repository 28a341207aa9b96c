import type { FileRules } from "../files/inspect-dataset.ts";
import { checkRowExtras, extraRowKeys } from "../rows/row-extras.ts";
import type { SftProfile } from "./profile.ts";

/** What a file of the profile must be. */
export function fileRulesOf(profile: SftProfile): FileRules {
  const { name, limits, byteOrderMark, separators, suffix, rowKeys, format, extras } = profile;
  const { required, optional } = rowKeys;
  return {
    name,
    limits,
    byteOrderMark,
    separators,
    suffix,
    rowKeys: { required, optional: [...new Set([...optional, ...extraRowKeys(extras)])] },
    *checkRow(row) {
      yield* checkRowExtras(row, extras);
      yield* format.check(row, profile);
    },
  };
}
