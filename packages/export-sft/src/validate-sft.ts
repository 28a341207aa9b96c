import { checkOptions, checkPath } from "./check-arguments.ts";
import { type DatasetValidation, validateDataset } from "./files/validate-dataset.ts";
import { fileRulesOf } from "./profiles/file-rules.ts";
import { findProfile } from "./profiles/find-profile.ts";
import type { SftProfile } from "./profiles/profile.ts";
import type { SftProfileName } from "./profiles/profiles.ts";

/** What `validateSft` takes. */
export interface ValidateSftOptions {
  /** Which consumer the file is for: a name, or a profile of your own. @defaultValue "portable" */
  readonly profile?: SftProfileName | SftProfile | undefined;
}

/** What a check of a file found. */
export type SftValidation = DatasetValidation;

/**
 * Checks a fine-tuning file, whoever wrote it, against a profile, and against its manifest if there
 * is one. The file is read a piece at a time.
 *
 * A file with faults resolves with `valid: false` and its `problems`.
 *
 * @throws InvalidArgumentError for arguments that cannot be used; ExportError, with the cause, when
 * there is no such file or it cannot be read.
 */
export async function validateSft(
  path: string,
  options: ValidateSftOptions = {},
): Promise<SftValidation> {
  checkPath(path);
  checkOptions(options, ["profile"], "validateSft");
  const { profile = "portable" } = options;
  return await validateDataset(path, fileRulesOf(findProfile(profile)));
}
