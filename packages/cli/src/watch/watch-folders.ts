import { type FSWatcher, watch } from "node:fs";
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import { isIgnoredFolder } from "./is-relevant.ts";

/** More than a project has; a file system has only so many watches. */
const maxFolders = 2000;

/**
 * Watches a folder and those in it, but for hidden ones and installed packages. Node's own recursive
 * watch would go through the installed packages as well. Gives a function that ends it.
 */
export async function watchFolders(
  root: string,
  onChange: (path: string) => void,
): Promise<() => void> {
  const watchers: FSWatcher[] = [];
  for (const folder of await foldersIn(root)) {
    const watcher = watch(folder, (_event, name) => {
      if (name !== null) onChange(join(folder, name));
    });
    // A folder that is deleted is no longer watched, and that is all.
    watcher.on("error", () => watcher.close());
    watchers.push(watcher);
  }
  return () => {
    for (const watcher of watchers) watcher.close();
  };
}

async function foldersIn(root: string): Promise<string[]> {
  const found = [root];
  for (let index = 0; index < found.length && found.length < maxFolders; index++) {
    const folder = found[index] as string;
    const entries = await readdir(folder, { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      if (entry.isDirectory() && !isIgnoredFolder(entry.name)) found.push(join(folder, entry.name));
    }
  }
  return found.slice(0, maxFolders);
}
