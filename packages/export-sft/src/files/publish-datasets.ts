import { Buffer } from "node:buffer";
import { open } from "node:fs/promises";
import { crc32 } from "node:zlib";
import { ExportError, invalidArgument, isPlainObject } from "@rollouts/core";
import type { CompletedFile, DatasetOutput } from "./dataset-output.ts";
import { DraftFile } from "./draft-file.ts";
import { type FileRules, inspectDataset } from "./inspect-dataset.ts";
import { publish } from "./publish.ts";
import { resultFileFault } from "./result-file-fault.ts";
import { sharesFile } from "./shares-file.ts";

/** What `publishDatasets` takes. */
export interface PublishDatasetsOptions {
  /** What the files must be, to say what is wrong when they read back otherwise. */
  readonly rules: FileRules;
  /**
   * The manifest of a file: plain data with an empty list `lines`, into which the entries of its rows
   * go. Anything else is refused.
   */
  describe(file: CompletedFile, output: DatasetOutput): object;
}

/**
 * Completes data sets, reads them back, writes a manifest for each file, and only then gives all of
 * them their names: data sets first, then manifests. The caller discards the outputs afterwards, also
 * when this rejects; nothing that existed has then changed, but for files that the error names as not
 * put back.
 *
 * @throws ExportError when what was written reads back otherwise, two files would have one name, or one
 * would take the place of a result file; InvalidArgumentError when `describe` gives no manifest.
 */
export async function publishDatasets(
  outputs: readonly DatasetOutput[],
  { rules, describe }: PublishDatasetsOptions,
): Promise<readonly (readonly CompletedFile[])[]> {
  const completed: (readonly CompletedFile[])[] = [];
  const manifests: DraftFile[] = [];
  try {
    for (const output of outputs) {
      const files = await output.complete();
      for (const file of files) await readBack(file, rules);
      completed.push(files);
    }
    refuseSharedNames(completed.flat());
    await refuseResultFiles(completed.flat());
    for (const [index, output] of outputs.entries()) {
      for (const file of completed[index] ?? []) {
        const manifest = new DraftFile(`${file.path}.meta.json`);
        manifests.push(manifest);
        await writeManifest(manifest, file, describe(file, output));
      }
    }
    await publish([...completed.flat().map(({ file }) => file.draft), ...manifests]);
    return completed;
  } finally {
    for (const manifest of manifests) await manifest.discard();
  }
}

/** The name of a shard is not known before all rows are written. */
function refuseSharedNames(files: readonly CompletedFile[]): void {
  for (const [index, { path }] of files.entries()) {
    const other = files.slice(index + 1).find((file) => sharesFile(path, file.path));
    if (other === undefined) continue;
    throw new ExportError({
      path,
      message: `Two files would be called ${JSON.stringify(path)}, or one like the manifest of the other. Nothing was changed. Choose another path.`,
    });
  }
}

/** Shards too, whose names nobody could know before. */
async function refuseResultFiles(files: readonly CompletedFile[]): Promise<void> {
  for (const { path } of files) {
    for (const target of [path, `${path}.meta.json`]) {
      const message = await resultFileFault(target);
      if (message !== null) throw new ExportError({ path: target, message });
    }
  }
}

/** Refuses to publish a file that is not what was handed in, and says what is wrong with it. */
async function readBack({ file, path, bytes }: CompletedFile, rules: FileRules): Promise<void> {
  const written = file.draft.temporaryPath;
  const found = await readThrough(written);
  if (found.bytes === bytes && found.crc32 === file.crc32) return;
  const { problems } = await inspectDataset(written, rules);
  const problem = problems[0]?.problem;
  throw new ExportError({
    path,
    message: `What was written for ${JSON.stringify(path)} reads back otherwise: ${problem ?? "other bytes"}. Nothing was changed. Check the disk.`,
  });
}

async function readThrough(path: string): Promise<{ bytes: number; crc32: number }> {
  const found = { bytes: 0, crc32: 0 };
  const buffer = Buffer.allocUnsafe(1 << 20);
  const file = await open(path);
  try {
    for (;;) {
      const { bytesRead } = await file.read(buffer);
      if (bytesRead === 0) return found;
      found.bytes += bytesRead;
      found.crc32 = crc32(buffer.subarray(0, bytesRead), found.crc32);
    }
  } finally {
    await file.close();
  }
}

async function writeManifest(
  manifest: DraftFile,
  { file }: CompletedFile,
  description: unknown,
): Promise<void> {
  const text = isPlainObject(description) ? `${JSON.stringify(description, null, 2)}\n` : "";
  // Indented so, it is a key of the object itself; a text with a newline in it is escaped.
  const [before, after] = text.split('\n  "lines": []');
  if (before === undefined || after === undefined) {
    const wanted = "a function that gives an object with an empty list lines";
    throw invalidArgument("describe", wanted, description);
  }
  await manifest.write(Buffer.from(`${before}\n  "lines": [\n`));
  await file.entries.copyTo(manifest);
  await manifest.write(Buffer.from(`\n  ]${after}`));
  await manifest.finish();
}
