import { ResultFormatError } from "@rollouts/core";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { refuseExisting } from "./disk/refuse-existing.ts";
import { unreadable } from "./disk/unreadable.ts";
import { writeNewFile } from "./disk/write-whole-file.ts";
import { readLines } from "./read-lines.ts";
import { checkPath, openToRead } from "./read-result-file.ts";
import { requireTornHeader } from "./require-torn-header.ts";
import { type LeftLine, Salvager } from "./salvager.ts";

/** What `salvage` recovered, and what it left. */
export interface SalvageReport {
  readonly path: string;
  readonly lineCount: number;
  readonly attemptCount: number;
  readonly left: readonly LeftLine[];
}

/**
 * Copies all lines of a damaged result file that are whole to a new one, as they are, and says what it
 * left. Takes lines apart whose newline is lost. The damaged file stays as it is; resuming the new one
 * runs what was lost.
 *
 * @throws InvalidArgumentError when `out` is there already; ResultFormatError when the file cannot be
 * read, is of a newer format, or its header is lost, without which nothing can be told apart;
 * ResultWriteError when a file operation fails.
 */
export async function salvage(path: string, out: string): Promise<SalvageReport> {
  checkPath(path, "path");
  checkPath(out, "out");
  return await salvageTo(path, out, realFileSystem);
}

/** The same on any file system. */
export async function salvageTo(path: string, out: string, fs: FileSystem): Promise<SalvageReport> {
  await refuseExisting(out, fs);
  const salvager = new Salvager(path);
  await writeNewFile(out, fs, async (draft) => {
    const handle = await openToRead(path, fs);
    try {
      const { bytes, lines, tornBytes } = await readLines(
        handle,
        (line) => salvager.take(line),
        async () => {
          for (const recovered of salvager.collect()) await draft.write(recovered);
        },
      );
      if (bytes === 0 && tornBytes > 0) await requireTornHeader(path, handle);
      salvager.finish({ line: lines + 1, byteOffset: bytes, bytes: tornBytes });
    } catch (thrown) {
      throw thrown instanceof ResultFormatError ? thrown : unreadable(path, thrown);
    } finally {
      await handle.close();
    }
  });
  const { lineCount, attemptCount, left } = salvager;
  return { path: out, lineCount, attemptCount, left };
}
