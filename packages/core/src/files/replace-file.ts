import { rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolders } from "./make-folders.ts";
import { modeOfReplaced } from "./mode-of-replaced.ts";
import { temporaryPathBeside } from "./temporary-path.ts";

/**
 * Writes a file as a whole or not at all, in place of what had its name, with the permissions of that.
 * Makes the folders above it. Whoever reads it sees the old text or the new one, never a part; a power
 * failure may leave either, or an empty file.
 *
 * @throws what the system says when the file cannot be written, and for folders, devices and the like;
 * what was there before stays.
 */
export async function replaceFile(path: string, text: string): Promise<void> {
  const mode = await modeOfReplaced(path);
  await makeFolders(dirname(path));
  const temporaryPath = temporaryPathBeside(path);
  try {
    await writeFile(temporaryPath, text, { flag: "wx", mode });
    await rename(temporaryPath, path);
  } catch (thrown) {
    // What made the draft useless is the error to tell, not that its remains could not be removed.
    await rm(temporaryPath, { force: true }).catch(() => {});
    throw thrown;
  }
}
