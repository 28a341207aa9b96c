import { realpathSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** True when one data set would be written over the other, or over its manifest, by whatever folders. */
export function sharesFile(one: string, other: string): boolean {
  const names = [one, `${one}.meta.json`].map(realPathOf);
  return [other, `${other}.meta.json`].some((path) => names.includes(realPathOf(path)));
}

/**
 * The path that the system would open: to it, `..` after a link to a folder is the folder above the one
 * that the link leads to. What is not there has its name in the nearest folder that is.
 */
function realPathOf(path: string): string {
  try {
    return realpathSync.native(path);
  } catch {
    const folder = dirname(path);
    return folder === path ? path : join(realPathOf(folder), basename(path));
  }
}
