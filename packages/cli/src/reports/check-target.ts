import { stat } from "node:fs/promises";
import { LoadError } from "../load-error.ts";

/** Before the run: that a file cannot be written may cost hours when it is found out after it. */
export async function checkTarget(option: string, path: string): Promise<void> {
  if (path === "") throw new LoadError(`${option} needs the name of a file.`);
  const found = await stat(path).catch(() => null);
  if (found?.isDirectory()) throw new LoadError(`${option} ${path} is a folder; name a file.`);
  if (found !== null && !found.isFile()) {
    throw new LoadError(`${option} ${path} is a device or the like; name a file.`);
  }
}
