import { randomUUID } from "node:crypto";
import { mkdir, rename, rm, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { describeThrown, RolloutsError } from "@rollouts/core";

/**
 * Writes a file as a whole or not at all, in place of what had its name. Makes the folders above it.
 *
 * @throws RolloutsError `write_failed`; what was there before stays.
 */
export async function writeAtomically(path: string, text: string): Promise<void> {
  const draft = `${path}.${randomUUID()}.tmp`;
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(draft, text);
    await rename(draft, path);
  } catch (thrown) {
    await rm(draft, { force: true }).catch(() => {});
    const message = `Cannot write ${path}: ${describeThrown(thrown)}.`;
    throw new RolloutsError({ code: "write_failed", message, cause: thrown });
  }
}
