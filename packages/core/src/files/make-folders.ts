import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/**
 * Makes a folder, and those above it, as far as they are missing.
 *
 * One level at a time: Node's own recursive way never ends where the system says that the folder above is
 * not there although it is, as under `/proc`.
 *
 * @throws what the system says when a folder cannot be made, or something else has its name.
 */
export async function makeFolders(folder: string): Promise<void> {
  try {
    await makeFolder(folder);
  } catch (thrown) {
    const above = dirname(folder);
    if (codeOf(thrown) !== "ENOENT" || above === folder) throw thrown;
    await makeFolders(above);
    await makeFolder(folder);
  }
}

async function makeFolder(path: string): Promise<void> {
  try {
    await mkdir(path);
  } catch (thrown) {
    // The last two are what other systems say of a root.
    const mayBeThere = ["EEXIST", "EISDIR", "EPERM"].includes(codeOf(thrown));
    if (!mayBeThere || !(await stat(path)).isDirectory()) throw thrown;
  }
}

function codeOf(thrown: unknown): string {
  return (thrown as NodeJS.ErrnoException).code ?? "";
}
