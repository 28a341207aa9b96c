import { constants, copyFile, link, rename, rm } from "node:fs/promises";
import { type DraftFile, temporaryPathBeside } from "./draft-file.ts";

/**
 * Gives the dataset its name and then the sidecar. When the sidecar cannot follow, what was there
 * before the dataset comes back.
 *
 * No file system swaps two names at once. A process that dies in between leaves a new dataset beside
 * an old sidecar, whose `sha256` then tells.
 */
export async function publish(dataset: DraftFile, sidecar: DraftFile): Promise<void> {
  const kept = temporaryPathBeside(dataset.path);
  let hadOne: boolean;
  try {
    hadOne = await keep(dataset.path, kept);
    await dataset.publish();
  } catch (error) {
    await remove(kept);
    throw error;
  }
  try {
    await sidecar.publish();
  } catch (error) {
    await (hadOne ? rename(kept, dataset.path) : rm(dataset.path));
    throw error;
  }
  await remove(kept);
}

/** Gives the file a second name; false when there is no such file. */
async function keep(path: string, kept: string): Promise<boolean> {
  try {
    await link(path, kept);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return false;
    await copyFile(path, kept, constants.COPYFILE_EXCL); // not every file system has hard links
  }
  return true;
}

/** The outcome is decided by then, so what cannot be removed is left behind. */
async function remove(path: string): Promise<void> {
  await rm(path, { force: true }).catch(() => {});
}
