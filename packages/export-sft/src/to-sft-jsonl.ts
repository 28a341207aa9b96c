import { checkSource, type ResultSource } from "@rollouts/core";
import { checkPath } from "./check-arguments.ts";
import { DatasetOutput } from "./files/dataset-output.ts";
import { describeManifest } from "./files/describe-manifest.ts";
import { reportFiles, type SftFile, toSftFile } from "./files/files-report.ts";
import { publishDatasets } from "./files/publish-datasets.ts";
import { refuseEmptySide } from "./files/refuse-empty-side.ts";
import { refuseResultFiles } from "./files/refuse-result-files.ts";
import { toExportError } from "./files/to-export-error.ts";
import { fileRulesOf } from "./profiles/file-rules.ts";
import { type Filled, fillOutputs } from "./selection/fill-outputs.ts";
import type { SplitSide } from "./selection/split.ts";
import { readOptions, type SftSettings, type ToSftJsonlOptions } from "./sft-options.ts";
import type { SftReport } from "./sft-report.ts";
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
 * @throws InvalidArgumentError for arguments that cannot be used, such as the path of a result file,
 * which would be lost. ExportError when an attempt cannot be written as a row, a side of `split` would
 * be empty, or a file operation fails; nothing that existed was changed. Errors of these packages that
 * `source` throws while it is read pass through.
 */
export async function toSftJsonl(
  source: ResultSource,
  path: string,
  options: ToSftJsonlOptions = {},
): Promise<SftReport> {
  checkSource(source);
  checkPath(path);
  const settings = readOptions(options, path);
  await refuseResultFiles({ path, split: settings.split });
  const countTokens = settings.countTokens ? await loadTokenCounter() : null;
  const train = newOutput(path, settings);
  const validation = settings.split && newOutput(settings.split.validationPath, settings);
  const outputs = validation === null ? { train } : { train, validation };
  try {
    const filled = await fillOutputs({ source, outputs, settings, countTokens });
    return await publishFilled({ source, settings, filled, outputs });
  } catch (error) {
    throw toExportError(error, path);
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
  for (const [side, output] of sides) refuseEmptySide(output, side, filled.splitTasks);
  const sideOf = (output: DatasetOutput) =>
    settings.split === null ? null : output === outputs.validation ? "validation" : "train";
  const completed = await publishDatasets(
    sides.map(([, output]) => output),
    {
      rules: fileRulesOf(settings.profile),
      describe: (file, output) =>
        describeManifest({
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

function toReport({ settings, filled }: FilledExport, files: readonly SftFile[]): SftReport {
  const { profile, split } = settings;
  return {
    ...filled.tally.facts(),
    ...reportFiles({
      rules: profile,
      minRows: profile.limits.minRows,
      files,
      splitTasks: split === null ? null : filled.splitTasks,
    }),
  };
}
