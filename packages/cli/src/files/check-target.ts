import { mkdtemp, rmdir, stat } from "node:fs/promises";
import { dirname } from "node:path";
import { describeThrown } from "@rollouts/core";
import { LoadError } from "../load-error.ts";
import { nearestExisting } from "./nearest-existing.ts";

/** Before the run: that a file cannot be written may cost hours when it is found out after it. */
export async function checkTarget(option: string, path: string): Promise<void> {
  if (path === "") throw new LoadError(`${option} needs the name of a file.`);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new LoadError(`${option} ${path} is a folder; name a file.`);
  if (found !== null && !found.isFile()) {
    throw new LoadError(`${option} ${path} is a device or the like; name a file.`);
  }
  await checkFolder(option, path);
}

/**
 * Refuses a file whose folder is not there and cannot be made. Finds that out one level deep, since Node
 * never ends when it makes folders in a place such as `/proc`.
 */
async function checkFolder(option: string, path: string): Promise<void> {
  const folder = dirname(path);
  const above = await nearestExisting(folder);
  if (above === folder) return;
  try {
    await rmdir(await mkdtemp(`${above}/.rollouts-`));
  } catch (thrown) {
    throw new LoadError(
      `${option} ${path}: no folder can be made in ${above}: ${describeThrown(thrown)}. Name another place.`,
      thrown,
    );
  }
}
