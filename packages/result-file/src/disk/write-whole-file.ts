import { dirname } from "node:path";
import { makeFolders, modeOfReplaced } from "@rollouts/core";
import { DraftFile } from "./draft-file.ts";
import { type FileSystem, resolveTarget } from "./file-system.ts";
import { acquireLock } from "./lock.ts";
import { refuseExisting } from "./refuse-existing.ts";
import { toWriteError } from "./write-error.ts";

type Write = (draft: Pick<DraftFile, "write">) => Promise<void>;

/**
 * Writes a file that is there as a whole or not at all: under a temporary name, synced, renamed. Makes
 * the folders above it, and holds its lock meanwhile.
 *
 * @throws ResultWriteError for a failed operation, ResultLockedError while another process writes it;
 * what `path` was before is then still there, unless the message says that the new file is in place.
 */
export async function writeWholeFile(path: string, fs: FileSystem, write: Write): Promise<void> {
  await writeLocked(path, fs, async (target) => {
    // By the name that was given: the target of a link does not tell where the link leads through.
    await publish(target, { fs, write, mode: await modeOfReplaced(path) });
  });
}

/**
 * The same for a new file: of two calls that make it at once, in one process or two, one does.
 *
 * @throws InvalidArgumentError when there is something at `path`: nothing is ever overwritten.
 */
export async function writeNewFile(path: string, fs: FileSystem, write: Write): Promise<void> {
  await writeLocked(path, fs, async (target) => {
    await refuseExisting(path, fs);
    await publish(target, { fs, write });
  });
}

async function writeLocked(
  path: string,
  fs: FileSystem,
  work: (target: string) => Promise<void>,
): Promise<void> {
  try {
    await makeFolders(dirname(path));
    const target = await resolveTarget(path, fs);
    const lock = await acquireLock(target, fs);
    try {
      await work(target);
    } finally {
      await lock.release();
    }
  } catch (thrown) {
    throw toWriteError(path, "could not write the file; what was there before still is", thrown);
  }
}

interface Work {
  readonly fs: FileSystem;
  readonly write: Write;
  /** Permissions of the file that is replaced. */
  readonly mode?: number | undefined;
}

async function publish(target: string, { fs, write, mode }: Work): Promise<void> {
  const draft = await DraftFile.create(target, fs, mode);
  try {
    await write(draft);
    await draft.publish();
  } catch (thrown) {
    await draft.discard();
    throw thrown;
  }
}
