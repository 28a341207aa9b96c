import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, and those above it, one level at a time. Node's own recursive way never ends where the
 * system says that the folder above is not there although it is, as under `/proc`.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (error) {
    const above = dirname(folder);
    if (codeOf(error) !== "ENOENT" || above === folder) throw error;
    await makeFolders(above);
    await makeFolder(folder);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (error) {
    // The last two are what other systems say of a root.
    const mayBeThere = ["EEXIST", "EISDIR", "EPERM"].includes(codeOf(error));
    if (!mayBeThere || !(await stat(path)).isDirectory()) throw error;
  }
}

function codeOf(error: unknown): string {
  return (error as NodeJS.ErrnoException).code ?? "";
}
