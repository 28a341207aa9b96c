import { InvalidArgumentError } from "@rollouts/core";
import { codeOf, type FileSystem } from "./file-system.ts";
import { toWriteError } from "./write-error.ts";

/**
 * For calls that make a new file: before any work, and once more with its lock, since another call may
 * have been quicker.
 *
 * @throws InvalidArgumentError when there is something at `out`; ResultWriteError when that cannot be told.
 */
export async function refuseExisting(out: string, fs: FileSystem): Promise<void> {
  try {
    await fs.stat(out);
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return;
    throw toWriteError(out, "it cannot be told whether there is a file", thrown);
  }
  throw new InvalidArgumentError({
    argument: "out",
    message: `${out} is there already. Choose another path, or remove it first.`,
  });
}
