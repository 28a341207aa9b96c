import { InvalidArgumentError } from "@rollouts/core";
import { resultFileFault } from "./result-file-fault.ts";

/** Where an export is to go. */
export interface ExportTargets {
  readonly path: string;
  readonly split: { readonly validationPath: string } | null;
}

/**
 * Before any work: refuses to write data sets or their manifests over result files.
 *
 * @throws InvalidArgumentError
 */
export async function refuseResultFiles({ path, split }: ExportTargets): Promise<void> {
  await refuse("path", path);
  if (split !== null) await refuse("split.validationPath", split.validationPath);
}

async function refuse(argument: string, path: string): Promise<void> {
  for (const target of [path, `${path}.meta.json`]) {
    const message = await resultFileFault(target);
    if (message !== null) throw new InvalidArgumentError({ argument, message });
  }
}
