import { constants, copyFile, link, rename, rm } from "node:fs/promises";
import { describeThrown, ExportError, temporaryPathBeside, toSafeLine } from "@rollouts/core";
import type { DraftFile } from "./draft-file.ts";

/**
 * Gives the files their names, one after another. When one cannot follow, what was there before the
 * others comes back. What does not is named by an ExportError, with the place where it is now.
 *
 * No file system swaps several names at once. A process that dies in between leaves new data sets
 * beside old manifests, whose `sha256` then tells.
 */
export async function publish(drafts: readonly DraftFile[]): Promise<void> {
  const published: Published[] = [];
  try {
    for (const draft of drafts) published.push(await publishOne(draft));
  } catch (error) {
    const lost = await restore(published);
    const [first] = lost;
    throw first === undefined ? error : halfPublished(first.path, lost, error);
  }
  for (const { kept } of published) await remove(kept);
}

interface Published {
  readonly path: string;
  /** The second name of what was there before. */
  readonly kept: string;
  readonly hadOne: boolean;
}

/** Puts back what was there before, as far as it can, and gives what it could not. */
async function restore(published: readonly Published[]): Promise<Published[]> {
  const lost: Published[] = [];
  for (const one of published.toReversed()) {
    const { path, kept, hadOne } = one;
    await (hadOne ? rename(kept, path) : rm(path)).catch(() => lost.push(one));
  }
  return lost;
}

function halfPublished(path: string, lost: readonly Published[], cause: unknown): ExportError {
  const places = lost.map((one) =>
    one.hadOne
      ? `${JSON.stringify(one.path)} (what it was is now ${JSON.stringify(one.kept)})`
      : `${JSON.stringify(one.path)} (there was none before)`,
  );
  const message = `Cannot export: ${describeThrown(cause)}. And these new files could not be taken back: ${places.join(", ")}. Put them right by hand.`;
  return new ExportError({ path, message: toSafeLine(message), cause });
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
