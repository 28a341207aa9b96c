import { constants, copyFile, link, rename, rm } from "node:fs/promises";
import { type DraftFile, temporaryPathBeside } from "./draft-file.ts";

/**
 * Gives the files their names, one after another. When one cannot follow, what was there before the
 * others comes back.
 *
 * No file system swaps several names at once. A process that dies in between leaves new data sets
 * beside old sidecars, whose `sha256` then tells.
 */
export async function publish(drafts: readonly DraftFile[]): Promise<void> {
  const published: Published[] = [];
  try {
    for (const draft of drafts) published.push(await publishOne(draft));
  } catch (error) {
    for (const { path, kept, hadOne } of published.reverse()) {
      await (hadOne ? rename(kept, path) : rm(path));
    }
    throw error;
  }
  for (const { kept } of published) await remove(kept);
}

interface Published {
  readonly path: string;
  /** The second name of what was there before. */
  readonly kept: string;
  readonly hadOne: boolean;
}

async function publishOne(draft: DraftFile): Promise<Published> {
  const { path } = draft;
  const kept = temporaryPathBeside(path);
  try {
    const hadOne = await keep(path, kept);
    await draft.publish();
    return { path, kept, hadOne };
  } catch (error) {
    await remove(kept);
    throw error;
  }
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
