import type { FileHandle } from "node:fs/promises";
import { ResultFormatError } from "@rollouts/core";
import { isAt } from "./format/is-at.ts";

const headerStart = Buffer.from('{"type":"header"');

/**
 * Tells what is left of a run that died in its first write from a file of someone else's, which must
 * never be cut. For files without a single newline.
 *
 * @throws ResultFormatError for what is no beginning of a header.
 */
export async function requireTornHeader(
  path: string,
  handle: Pick<FileHandle, "read">,
): Promise<void> {
  const start = Buffer.alloc(headerStart.length);
  const { bytesRead } = await handle.read(start, 0, start.length, 0);
  if (isAt(headerStart, 0, start.subarray(0, bytesRead))) return;
  throw new ResultFormatError({
    path,
    line: 1,
    byteOffset: 0,
    message: "the first line does not begin as a header does, so this is no result file.",
  });
}
