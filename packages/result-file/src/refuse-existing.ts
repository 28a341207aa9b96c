import { InvalidArgumentError } from "@rollouts/core";
import type { FileSystem } from "./file-system.ts";

/** @throws InvalidArgumentError when there is something at `out`: nothing is ever overwritten. */
export async function refuseExisting(out: string, fs: FileSystem): Promise<void> {
  const found = await fs.stat(out).catch(() => null);
  if (found === null) return;
  throw new InvalidArgumentError({
    argument: "out",
    message: `${out} is there already. Choose another path, or remove it first.`,
  });
}
