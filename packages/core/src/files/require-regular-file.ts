import { stat } from "node:fs/promises";

/**
 * To be asked before a file is opened: a pipe to which nobody writes would hold up the process for good, and a
 * device such as `/dev/zero` has no end.
 *
 * @throws Error for what is no regular file, and what the system says of one that is not there.
 */
export async function requireRegularFile(path: string): Promise<void> {
  if (!(await stat(path)).isFile()) throw new Error("it is not a regular file");
}
