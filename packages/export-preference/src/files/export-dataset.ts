import { checkSource, type ResultSource } from "@rollouts/core";
import { refuseResultFiles } from "@rollouts/export-sft";
import {
  type FileRules,
  publishDatasets,
  refuseEmptySide,
  reportFiles,
  type SftFile,
  toExportError,
  toSftFile,
} from "@rollouts/export-sft/rows";
import type { DatasetSettings } from "../options/dataset-options.ts";
import type { DatasetKind } from "../profiles/preference-profile.ts";
import type { DatasetReport } from "./dataset-report.ts";
import { describeManifest, type ManifestParts } from "./describe-manifest.ts";
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
 * @throws InvalidArgumentError for the path of a result file; ExportError when anything fails; errors of these packages pass through. Nothing that
 * existed was then changed.
 */
export async function exportDataset<Facts>(
  work: ExportWork<Facts>,
): Promise<DatasetReport & Facts> {
  checkSource(work.source);
  const { settings, rules } = work;
  await refuseResultFiles({ path: work.path, split: settings.split });
  const outputs = new SideOutputs(work.path, settings);
  const writer = new RowWriter({ outputs, settings, rules });
  try {
    const facts = await work.fill(writer);
    const files =
      writer.facts().written === 0 ? [] : await publish(work, { facts, writer, outputs });
    return { ...facts, ...toReport(work, writer, files) };
  } catch (error) {
    throw toExportError(error, work.path);
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
): Promise<SftFile[]> {
  const sides = outputs.all();
  for (const [side, output] of sides) refuseEmptySide(output, side, writer.splitTasks);
  const parts = describe(facts);
  const completed = await publishDatasets(
    sides.map(([, output]) => output),
    {
      rules,
      describe: (file, output) => {
        const side = sides.find(([, one]) => one === output)?.[0] ?? null;
        return describeManifest({ header: source.header, settings, writer, parts, file, side });
      },
    },
  );
  return completed.flatMap((files, index) =>
    files.map((file) => toSftFile(file, sides[index]?.[0] ?? null)),
  );
}

function toReport(
  { settings: { form, split }, rules }: Pick<ExportWork<unknown>, "settings" | "rules">,
  writer: RowWriter,
  files: readonly SftFile[],
): DatasetReport {
  return {
    ...writer.facts(),
    ...reportFiles({
      rules,
      minRows: form.conversation.limits.minRows,
      files,
      splitTasks: split === null ? null : { ...writer.splitTasks },
    }),
  };
}
