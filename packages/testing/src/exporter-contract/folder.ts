import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";

/** Hands a new folder to `work`, and removes it afterwards. */
export async function withFolder(work: (folder: string) => Promise<void>): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "exporter-contract-"));
  try {
    await work(folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

/** Every file of a folder and those in it, by its path from there, with its bytes as text. */
export async function filesOf(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => !entry.isDirectory());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const found = new Map<string, string>();
  for (const path of paths) found.set(relative(folder, path), await readFile(path, "latin1"));
  return found;
}

/** The first file that two looks at a folder do not have in common; `null` when they are alike. */
export function findDifference(
  before: ReadonlyMap<string, string>,
  after: ReadonlyMap<string, string>,
): string | null {
  for (const [name, bytes] of before) {
    if (!after.has(name)) return `${JSON.stringify(name)} is missing`;
    if (after.get(name) !== bytes) return `${JSON.stringify(name)} has other bytes`;
  }
  const added = [...after.keys()].find((name) => !before.has(name));
  return added === undefined ? null : `${JSON.stringify(added)} is new`;
}
