import { dirname } from "node:path";
import { codeOf, type FileSystem } from "./file-system.ts";

/**
 * Makes a folder, and those above it, one level at a time. Node's own recursive way never ends where the
 * system says that the folder above is not there although it is, as under `/proc`.
 */
export async function makeFolders(folder: string, fs: FileSystem): Promise<void> {
  try {
    await makeFolder(folder, fs);
  } catch (thrown) {
    const above = dirname(folder);
    if (codeOf(thrown) !== "ENOENT" || above === folder) throw thrown;
    await makeFolders(above, fs);
    await makeFolder(folder, fs);
  }
}

async function makeFolder(path: string, fs: FileSystem): Promise<void> {
  try {
    await fs.mkdir(path);
  } catch (thrown) {
    // The last two are what other systems say of a root.
    const mayBeThere = ["EEXIST", "EISDIR", "EPERM"].includes(codeOf(thrown) ?? "");
    if (!mayBeThere || !(await fs.stat(path)).isDirectory()) throw thrown;
  }
}
