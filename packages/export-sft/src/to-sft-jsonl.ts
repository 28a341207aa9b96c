import {
  checkSource,
  describeThrown,
  ExportError,
  isRolloutsError,
  type ResultSource,
  toSafeLine,
} from "@rollouts/core";
import { checkPath } from "./check-arguments.ts";
import { findBelowMinimum } from "./files/below-minimum.ts";
import { type CompletedFile, DatasetOutput } from "./files/dataset-output.ts";
import { publishDatasets } from "./files/publish-datasets.ts";
import { describeFile } from "./files/sidecar.ts";
import { suffixFault } from "./files/suffix-fault.ts";
import { fileRulesOf } from "./profiles/file-rules.ts";
import { type Filled, fillOutputs } from "./selection/fill-outputs.ts";
import type { SplitSide } from "./selection/split.ts";
import { readOptions, type SftSettings, type ToSftJsonlOptions } from "./sft-options.ts";
import type { SftFile, SftReport } from "./sft-report.ts";
import { loadTokenCounter } from "./tokens/load-token-counter.ts";

/**
 * Writes the passing attempts of a result as a supervised fine-tuning file, one conversation a line,
 * and beside it `<path>.meta.json`, the manifest, which says where every row comes from.
 *
 * Rows stand in task order and attempt order; the same result gives the same bytes. All files are
 * written under temporary names, read back and compared, and then renamed, data before manifests.
 * Rows of a profile that is not shipped are held against it before they are written.
 * Without a single row nothing is written and nothing that exists is touched. At most one attempt is
 * held in memory. Tasks with `metadata.split` of `"holdout"` are left out.
 *
 * @throws InvalidArgumentError for arguments that cannot be used. ExportError when an attempt cannot
 * be written as a row, a side of `split` would be empty, or a file operation fails; nothing that
 * existed was changed. Errors of these packages that `source` throws while it is read pass through.
 */
export async function toSftJsonl(
  source: ResultSource,
  path: string,
  options: ToSftJsonlOptions = {},
): Promise<SftReport> {
  checkSource(source);
  checkPath(path);
  const settings = readOptions(options, path);
  const countTokens = settings.countTokens ? await loadTokenCounter() : null;
  const train = newOutput(path, settings);
  const validation = settings.split && newOutput(settings.split.validationPath, settings);
  const outputs = validation === null ? { train } : { train, validation };
  try {
    const filled = await fillOutputs({ source, outputs, settings, countTokens });
    return await publishFilled({ source, settings, filled, outputs });
  } catch (error) {
    if (isRolloutsError(error)) throw error;
    const message = `Cannot export to ${JSON.stringify(path)}: ${describeThrown(error)}. Nothing was changed.`;
    throw new ExportError({ path, message: toSafeLine(message), cause: error });
  } finally {
    await train.discard();
    await validation?.discard();
  }
}

function newOutput(path: string, { profile, onOverflow }: SftSettings): DatasetOutput {
  const { limits, byteOrderMark } = profile;
  return new DatasetOutput({ path, limits, byteOrderMark, onOverflow });
}

interface FilledExport {
  readonly source: ResultSource;
  readonly settings: SftSettings;
  readonly filled: Filled;
  readonly outputs: { readonly train: DatasetOutput; readonly validation?: DatasetOutput };
}

async function publishFilled(work: FilledExport): Promise<SftReport> {
  const { source, settings, filled, outputs } = work;
  const facts = filled.tally.facts();
  if (facts.written === 0) return toReport(work, []);
  const sides: [SplitSide, DatasetOutput][] = [["train", outputs.train]];
  if (outputs.validation !== undefined) sides.push(["validation", outputs.validation]);
  for (const [side, output] of sides) refuseEmptySide(side, output, filled);
  const sideOf = (output: DatasetOutput) =>
    settings.split === null ? null : output === outputs.validation ? "validation" : "train";
  const completed = await publishDatasets(
    sides.map(([, output]) => output),
    {
      rules: fileRulesOf(settings.profile),
      describe: (file, output) =>
        describeFile({
          header: source.header,
          facts,
          settings,
          toolSets: filled.toolSets.all(),
          file,
          side: sideOf(output),
        }),
    },
  );
  const files = completed.flatMap((done, index) => {
    const split = settings.split === null ? null : (sides[index]?.[0] ?? null);
    return done.map((file) => toSftFile(file, split));
  });
  return toReport(work, files);
}

function refuseEmptySide(side: SplitSide, output: DatasetOutput, { splitTasks }: Filled): void {
  if (output.rows > 0) return;
  throw new ExportError({
    path: output.path,
    message: `The split leaves no row for ${side}: of the tasks with rows ${splitTasks.train} are train and ${splitTasks.validation} validation. Nothing was written. Change split.fraction or split.seed.`,
  });
}

function toSftFile({ path, rows, bytes, sha256 }: CompletedFile, split: SplitSide | null): SftFile {
  return { path, metaPath: `${path}.meta.json`, split, rows, bytes, sha256 };
}

function toReport({ settings, filled }: FilledExport, files: readonly SftFile[]): SftReport {
  const { profile } = settings;
  const first = files[0];
  const ofName = first === undefined ? null : suffixFault(first.path, profile);
  return {
    ...filled.tally.facts(),
    profile: profile.name,
    files,
    splitTasks: settings.split === null ? null : filled.splitTasks,
    belowMinimum: findBelowMinimum(files, profile.limits.minRows),
    warnings: ofName === null ? [] : [ofName],
    path: first?.path ?? null,
    metaPath: first?.metaPath ?? null,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: first?.sha256 ?? null,
  };
}
