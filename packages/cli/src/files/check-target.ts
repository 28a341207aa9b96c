import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { describeThrown, modeOfReplaced } from "@rollouts/core";
import { LoadError } from "../load/load-error.ts";
import { nearestExisting } from "./nearest-existing.ts";

/** Before the run: that a file cannot be written may cost hours when it is found out after it. */
export async function checkTarget(option: string, path: string): Promise<void> {
  if (path === "") throw new LoadError(`${option} needs the name of a file.`);
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => error);
  if (found instanceof Error) {
    if (found.code === "ELOOP") {
      throw new LoadError(`${option} ${path} is a link that leads to itself; name a file.`);
    }
  } else if (found.isDirectory()) {
    throw new LoadError(`${option} ${path} is a folder; name a file.`);
  }
  await modeOfReplaced(path).catch((thrown: unknown) => {
    throw new LoadError(`${option}: ${describeThrown(thrown)}; name a file.`, thrown);
  });
  await checkFolder(option, path);
}

/**
 * Refuses a file in whose folder nothing can be made, and one whose folder is not there and cannot be made.
 * Finds that out one level deep, since Node never ends when it makes folders in a place such as `/proc`.
 */
async function checkFolder(option: string, path: string): Promise<void> {
  const folder = dirname(path);
  const above = await nearestExisting(folder);
  try {
    // Also for a file that is there: it is written beside, and takes its place when it is whole.
    await rmdir(await mkdtemp(`${above}/.rollouts-`));
  } catch (thrown) {
    const what = above === folder ? "file" : "folder";
    throw new LoadError(
      `${option} ${path}: no ${what} can be made in ${above}: ${describeThrown(thrown)}. Name another place.`,
      thrown,
    );
  }
}
