import { dirname } from "node:path";
import { DraftFile } from "./draft-file.ts";
import { type FileSystem, resolveTarget } from "./file-system.ts";
import { acquireLock } from "./lock.ts";
import { toWriteError } from "./write-error.ts";

/**
 * Writes a file that is there as a whole or not at all: under a temporary name, synced, renamed. Makes
 * the folders above it, and holds its lock meanwhile.
 *
 * @throws ResultWriteError for a failed operation, ResultLockedError while another process writes it;
 * what `path` was before is then still there, unless the message says that the new file is in place.
 */
export async function writeWholeFile(
  path: string,
  fs: FileSystem,
  write: (draft: Pick<DraftFile, "write">, target: string) => Promise<void>,
): Promise<void> {
  try {
    await fs.mkdir(dirname(path), { recursive: true });
    const target = await resolveTarget(path, fs);
    const lock = await acquireLock(target, fs);
    try {
      await publish(target, fs, write);
    } finally {
      await lock.release();
    }
  } catch (thrown) {
    throw toWriteError(path, "could not write the file; what was there before still is", thrown);
  }
}

async function publish(
  target: string,
  fs: FileSystem,
  write: Parameters<typeof writeWholeFile>[2],
): Promise<void> {
  const draft = await DraftFile.create(target, fs);
  try {
    await write(draft, target);
    await draft.publish();
  } catch (thrown) {
    await draft.discard();
    throw thrown;
  }
}
