import { readlink, realpath, stat } from "node:fs/promises";
import { basename, dirname, isAbsolute, join } from "node:path";

/** Whether two paths lead to one file, or would if it were there, by whatever links. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  if ((await realPathOf(one)) === (await realPathOf(other))) return true;
  const [found, otherFound] = [await identityOf(one), await identityOf(other)];
  return found !== null && found === otherFound;
}

/**
 * The path that the system would open: to it, `..` after a link to a folder is the folder above the one
 * that the link leads to. What is not there has its name in the nearest folder that is.
 */
async function realPathOf(path: string): Promise<string> {
  const found = await realpath(path).catch((error: NodeJS.ErrnoException) => error);
  if (typeof found === "string") return found;
  const folder = dirname(path);
  if (folder === path) return path;
  // Links that lead in a circle lead nowhere.
  const target = found.code === "ELOOP" ? null : await readlink(path).catch(() => null);
  if (target === null) return join(await realPathOf(folder), basename(path));
  // A link to a file that is still to be made. Not joined, which would take `..` for a matter of names.
  return await realPathOf(isAbsolute(target) ? target : `${folder}/${target}`);
}

/** The same for all names of a file that is there: hard links, and upper case where it does not count. */
async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}
