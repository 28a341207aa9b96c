import { readlink, realpath, stat } from "node:fs/promises";
import { dirname, isAbsolute } from "node:path";

/**
 * The permissions of the file that a new one is to replace, so that a private file stays private;
 * `undefined` when there is none. To be asked before a rename, which puts a file in the place of anything.
 *
 * @throws Error for folders, devices and the like, and for what leads to a name that the system made up:
 * a link to `/proc/self/fd/1` looks like the file that the output of this process goes to.
 */
export async function modeOfReplaced(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new Error(`${JSON.stringify(path)} is not a regular file`);
  if (await leadsToSystem(path)) {
    throw new Error(
      `${JSON.stringify(path)} leads into /proc or /dev, where the names are the system's own`,
    );
  }
  return found.mode & 0o777;
}

/** Whether a path, or any link on the way to its file, has its name where the system makes them up. */
async function leadsToSystem(path: string): Promise<boolean> {
  const folder = await realpath(dirname(path));
  // What is under /dev/shm is in memory, and of the user.
  if (/^\/(proc|dev(?!\/shm(\/|$)))(\/|$)/.test(folder)) return true;
  const target = await readlink(path).catch(() => null);
  if (target === null) return false;
  // Not joined, which would take `..` after a link for a matter of names.
  return await leadsToSystem(isAbsolute(target) ? target : `${folder}/${target}`);
}
