import { describeThrown, ExportError } from "@rollouts/core";
import { checkOptions, checkPath } from "./check-arguments.ts";
import { inspectDataset, type SftValidation } from "./inspect-dataset.ts";
import { findProfile, type SftProfileName } from "./profiles.ts";

export interface ValidateSftOptions {
  /** Which consumer the file is for. @defaultValue "portable" */
  readonly profile?: SftProfileName | undefined;
}

/**
 * Checks a fine-tuning file, whoever wrote it, against a profile.
 *
 * A file with faults resolves with `valid: false` and its `problems`. Its `sha256` tells whether the
 * `<path>.meta.json` beside it, with the same one inside, is about this file.
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
  const found = findProfile(profile);
  try {
    return await inspectDataset(path, found);
  } catch (error) {
    throw new ExportError({
      path,
      message: `Cannot read ${JSON.stringify(path)}: ${describeThrown(error)}.`,
      cause: error,
    });
  }
}
