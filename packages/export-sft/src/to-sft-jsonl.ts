import {
  checkSource,
  describeThrown,
  describeValue,
  ExportError,
  InvalidArgumentError,
  isRolloutsError,
  type ResultSource,
} from "@rollouts/core";
import { checkOptions, checkPath } from "./check-arguments.ts";
import { DatasetWriter } from "./dataset-writer.ts";
import { DraftFile } from "./draft-file.ts";
import { inspectDataset } from "./inspect-dataset.ts";
import type { SftProfile } from "./profile.ts";
import { findProfile, type SftProfileName } from "./profiles.ts";
import { publish } from "./publish.ts";
import type { SftReport } from "./sft-report.ts";
import { renderSidecar } from "./sidecar.ts";
import { writeRows } from "./write-rows.ts";

export interface ToSftJsonlOptions {
  /** Which consumer the file is for. @defaultValue "portable" */
  readonly profile?: SftProfileName | undefined;
  /** Leave failed attempts out. @defaultValue true */
  readonly onlyPassed?: boolean | undefined;
}

/**
 * Writes the passing attempts of a result as a supervised fine-tuning file, one conversation a line,
 * and beside it `<path>.meta.json`, which says where every row comes from.
 *
 * Rows stand in task order and attempt order; the same result gives the same bytes. Both files are
 * written under temporary names, read back and checked, and then renamed, the dataset first. Without
 * a single row nothing is written and nothing that exists is touched. At most one attempt is held in
 * memory. Tasks with `metadata.split` of `"holdout"` are left out.
 *
 * @throws InvalidArgumentError for arguments that cannot be used. ExportError when an attempt cannot
 * be written as a row or a file operation fails; nothing that existed was changed. Errors of these
 * packages that `source` throws while it is read pass through.
 */
export async function toSftJsonl(
  source: ResultSource,
  path: string,
  options: ToSftJsonlOptions = {},
): Promise<SftReport> {
  checkSource(source);
  checkPath(path);
  checkOptions(options, ["profile", "onlyPassed"], "toSftJsonl");
  const { profile: profileName = "portable", onlyPassed = true } = options;
  const profile = findProfile(profileName);
  if (typeof onlyPassed !== "boolean") {
    throw new InvalidArgumentError({
      argument: "onlyPassed",
      message: `onlyPassed must be true or false, got ${describeValue(onlyPassed)}.`,
    });
  }
  return exportTo({ source, path, profile, onlyPassed });
}

interface Export {
  readonly source: ResultSource;
  readonly path: string;
  readonly profile: SftProfile;
  readonly onlyPassed: boolean;
}

async function exportTo(work: Export): Promise<SftReport> {
  const { path } = work;
  const dataset = new DraftFile(path);
  const sidecar = new DraftFile(`${path}.meta.json`);
  try {
    return await writeBoth(work, dataset, sidecar);
  } catch (error) {
    if (isRolloutsError(error)) throw error;
    throw new ExportError({
      path,
      message: `Cannot export to ${JSON.stringify(path)}: ${describeThrown(error)}. Nothing was changed.`,
      cause: error,
    });
  } finally {
    await dataset.discard();
    await sidecar.discard();
  }
}

async function writeBoth(
  { source, path, profile, onlyPassed }: Export,
  dataset: DraftFile,
  sidecar: DraftFile,
): Promise<SftReport> {
  const writer = new DatasetWriter(dataset, profile);
  const { counters, skippedHoldout, lines } = await writeRows({ source, writer, onlyPassed, path });
  const facts = { ...counters, skippedHoldout, profile: profile.name };
  if (writer.rows === 0) return { ...facts, path: null, metaPath: null, bytes: 0, sha256: null };

  const sha256 = await writer.finish();
  await readBack(dataset, profile, sha256);
  const { bytes } = writer;
  const { header } = source;
  await sidecar.write(
    renderSidecar({
      header,
      counters,
      skippedHoldout,
      lines,
      profile: profile.name,
      onlyPassed,
      bytes,
      sha256,
    }),
  );
  await sidecar.finish();
  await publish(dataset, sidecar);
  return { ...facts, path, metaPath: sidecar.path, bytes, sha256 };
}

/** Refuses to publish a file that is not what was meant to be written. */
async function readBack(dataset: DraftFile, profile: SftProfile, sha256: string): Promise<void> {
  const found = await inspectDataset(dataset.temporaryPath, profile);
  const problem = found.problems[0]?.problem;
  if (found.sha256 === sha256 && problem === undefined) return;
  throw new ExportError({
    path: dataset.path,
    message: `What was written for ${JSON.stringify(dataset.path)} reads back otherwise: ${problem ?? "other bytes"}. Nothing was changed. Check the disk.`,
  });
}
