import { invalidArgument } from "@rollouts/core";
import {
  checkOptions,
  checkPath,
  type DatasetValidation,
  type FileRules,
  validateDataset,
} from "@rollouts/export-sft/rows";
import { ktoRules, pairRules, promptRules } from "./files/file-rules.ts";
import type { ProfileOption } from "./options/dataset-options.ts";
import { defaultProfiles } from "./options/default-profiles.ts";
import { findProfile } from "./profiles/find-profile.ts";
import type { DatasetKind } from "./profiles/preference-profile.ts";

/** What `validatePreference` takes. */
export interface ValidatePreferenceOptions {
  /** What the rows are. @defaultValue "pairs" */
  readonly kind?: DatasetKind | undefined;
  /** Which consumer the file is for: a name, or a profile of your own. Default: as when written. */
  readonly profile?: ProfileOption | undefined;
}

/**
 * Checks a file of pairs, labelled answers or prompts, whoever wrote it, against a profile, and
 * against its manifest if there is one. The file is read a piece at a time.
 *
 * A file with faults resolves with `valid: false` and its `problems`.
 *
 * @throws InvalidArgumentError for arguments that cannot be used; ExportError, with the cause, when
 * there is no such file or it cannot be read.
 */
export async function validatePreference(
  path: string,
  options: ValidatePreferenceOptions = {},
): Promise<DatasetValidation> {
  checkPath(path);
  checkOptions(options, ["kind", "profile"], "validatePreference");
  const { kind = "pairs", profile } = options;
  return await validateDataset(path, rulesOf(kind, profile));
}

function rulesOf(kind: unknown, profile: unknown): FileRules {
  switch (kind) {
    case "pairs":
      return pairRules(findProfile(profile === undefined ? defaultProfiles.pairs : profile, kind));
    case "kto":
      return ktoRules(findProfile(profile === undefined ? defaultProfiles.kto : profile, kind));
    case "prompts":
      return promptRules(
        findProfile(profile === undefined ? defaultProfiles.prompts : profile, kind),
      );
    default:
      throw invalidArgument("kind", '"pairs", "kto" or "prompts"', kind);
  }
}
