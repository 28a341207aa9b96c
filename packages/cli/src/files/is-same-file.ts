import { realpath, stat } from "node:fs/promises";
import { join, relative, resolve } from "node:path";
import { nearestExisting } from "./nearest-existing.ts";

/** Whether two paths lead to one file, or would if it were there, by whatever links. */
export async function isSameFile(one: string, other: string): Promise<boolean> {
  if ((await realPathOf(one)) === (await realPathOf(other))) return true;
  const [found, otherFound] = [await identityOf(one), await identityOf(other)];
  return found !== null && found === otherFound;
}

async function realPathOf(path: string): Promise<string> {
  const absolute = resolve(path);
  const existing = await nearestExisting(absolute);
  const real = await realpath(existing).catch(() => existing);
  return join(real, relative(existing, absolute));
}

/** The same for all names of a file that is there: hard links, and upper case where it does not count. */
async function identityOf(path: string): Promise<string | null> {
  const found = await stat(path, { bigint: true }).catch(() => null);
  return found === null ? null : `${found.dev}:${found.ino}`;
}
