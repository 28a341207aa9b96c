import * as nodeFileSystem from "node:fs/promises";
import { dirname, isAbsolute, resolve, sep } from "node:path";

/** What is done to files; tests hand in one that fails. */
export type FileSystem = Pick<
  typeof nodeFileSystem,
  "copyFile" | "link" | "open" | "readFile" | "realpath" | "rename" | "stat" | "unlink"
>;

export const realFileSystem: FileSystem = nodeFileSystem;

/** A file that is written: by position, since a part of a group may have to be written again. */
export type OpenFile = Pick<
  nodeFileSystem.FileHandle,
  "write" | "datasync" | "truncate" | "stat" | "close"
>;

/** What one write may be told: the system takes less than 2 GiB, and a line may be longer. */
const maxWriteBytes = 1 << 30;

/** The code of a failed operation, such as `ENOENT`. */
export function codeOf(thrown: unknown): string | undefined {
  return (thrown as NodeJS.ErrnoException | null | undefined)?.code;
}

/**
 * The file itself where `path` is a link to it, so that it has one lock under all its names. Absolute,
 * since the working folder may change while it is open.
 */
export async function resolveTarget(path: string, fs: FileSystem): Promise<string> {
  try {
    return await fs.realpath(path);
  } catch (thrown) {
    if (codeOf(thrown) !== "ENOENT") throw thrown;
    return toAbsolute(path);
  }
}

/** The path from the root, with `..` after a link as the system takes it. */
export function toAbsolute(path: string): string {
  if (isAbsolute(path)) return path;
  return sep === "/" ? `${process.cwd()}/${path}` : resolve(path);
}

/** Makes new names in the folder of a file safe, where the system can do that. */
export async function syncFolderOf(path: string, fs: FileSystem): Promise<void> {
  const cannot = ["EISDIR", "EPERM", "EACCES", "EINVAL", "ENOTSUP"];
  try {
    const folder = await fs.open(dirname(path), "r");
    try {
      await folder.sync();
    } finally {
      await folder.close();
    }
  } catch (thrown) {
    if (!cannot.includes(codeOf(thrown) ?? "")) throw thrown;
  }
}

export async function writeAll(
  file: Pick<OpenFile, "write">,
  bytes: Buffer,
  position: number,
): Promise<void> {
  let written = 0;
  while (written < bytes.length) {
    const rest = Math.min(bytes.length - written, maxWriteBytes);
    const { bytesWritten } = await file.write(bytes, written, rest, position + written);
    if (bytesWritten === 0) throw new Error("the system takes no more bytes");
    written += bytesWritten;
  }
}
