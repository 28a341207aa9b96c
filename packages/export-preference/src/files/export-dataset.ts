import {
  checkSource,
  describeThrown,
  ExportError,
  isRolloutsError,
  type ResultSource,
  toSafeLine,
} from "@rollouts/core";
import {
  type FileRules,
  findBelowMinimum,
  publishDatasets,
  suffixFault,
} from "@rollouts/export-sft";
import type { DatasetSettings } from "../options/dataset-options.ts";
import type { DatasetKind } from "../profiles/preference-profile.ts";
import { type DatasetFile, type DatasetReport, toDatasetFile } from "./dataset-report.ts";
import { describeFile, type ManifestParts } from "./describe-file.ts";
import { RowWriter } from "./row-writer.ts";
import { SideOutputs } from "./side-outputs.ts";

/** What an export is made of. */
export interface ExportWork<Facts> {
  readonly source: ResultSource;
  readonly path: string;
  readonly settings: DatasetSettings<DatasetKind>;
  readonly rules: FileRules;
  /** Writes the rows, in the order of the source. */
  fill(writer: RowWriter): Promise<Facts>;
  /** What manifests say besides what all of them say. */
  describe(facts: Facts): ManifestParts;
}

/**
 * Writes the rows under temporary names, reads them back, and gives data sets and manifests their
 * names. Without a row nothing is written and nothing that exists is touched.
 *
 * @throws ExportError when anything fails; errors of these packages pass through. Nothing that
 * existed was then changed.
 */
export async function exportDataset<Facts>(
  work: ExportWork<Facts>,
): Promise<DatasetReport & Facts> {
  checkSource(work.source);
  const { settings, rules } = work;
  const outputs = new SideOutputs(work.path, settings);
  const writer = new RowWriter({ outputs, settings, rules });
  try {
    const facts = await work.fill(writer);
    const files =
      writer.facts().written === 0 ? [] : await publish(work, { facts, writer, outputs });
    return { ...facts, ...toReport(work, writer, files) };
  } catch (error) {
    if (isRolloutsError(error)) throw error;
    const { path } = work;
    const message = `Cannot export to ${JSON.stringify(path)}: ${describeThrown(error)}. Nothing was changed.`;
    throw new ExportError({ path, message: toSafeLine(message), cause: error });
  } finally {
    await outputs.discard();
  }
}

interface Filled<Facts> {
  readonly facts: Facts;
  readonly writer: RowWriter;
  readonly outputs: SideOutputs;
}

async function publish<Facts>(
  { source, settings, rules, describe }: ExportWork<Facts>,
  { facts, writer, outputs }: Filled<Facts>,
): Promise<DatasetFile[]> {
  const sides = outputs.all();
  for (const [side, { rows, path }] of sides) if (rows === 0) throw emptySide(side, path, writer);
  const parts = describe(facts);
  const completed = await publishDatasets(
    sides.map(([, output]) => output),
    {
      rules,
      describe: (file, output) => {
        const side = sides.find(([, one]) => one === output)?.[0] ?? null;
        return describeFile({ header: source.header, settings, writer, parts, file, side });
      },
    },
  );
  return completed.flatMap((files, index) =>
    files.map((file) => toDatasetFile(file, sides[index]?.[0] ?? null)),
  );
}

function emptySide(side: string | null, path: string, { splitTasks }: RowWriter): ExportError {
  return new ExportError({
    path,
    message: `The split leaves no row for ${side}: of the tasks with rows ${splitTasks.train} are train and ${splitTasks.validation} validation. Nothing was written. Change split.fraction or split.seed.`,
  });
}

function toReport(
  { settings: { profile, form, split }, rules }: Pick<ExportWork<unknown>, "settings" | "rules">,
  writer: RowWriter,
  files: readonly DatasetFile[],
): DatasetReport {
  const [first] = files;
  const ofName = first === undefined ? null : suffixFault(first.path, rules);
  return {
    ...writer.facts(),
    profile: profile.name,
    files,
    splitTasks: split === null ? null : { ...writer.splitTasks },
    belowMinimum: findBelowMinimum(files, form.conversation.limits.minRows),
    warnings: ofName === null ? [] : [ofName],
    path: first?.path ?? null,
    metaPath: first?.metaPath ?? null,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: first?.sha256 ?? null,
  };
}
