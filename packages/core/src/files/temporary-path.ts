import { randomUUID } from "node:crypto";
import { format, parse } from "node:path";

/**
 * A name in the folder of `path` that nobody else takes, for a file that gets its own name when it is
 * whole. Of a fixed length, so that the longest name that a system allows leaves room for it.
 */
export function temporaryPathBeside(path: string): string {
  const { root, dir } = parse(path);
  // Not joined, which would take `..` after a link for a matter of names.
  return format({ root, dir, base: `.rollouts-${randomUUID()}.tmp` });
}
