import type { FileHandle } from "node:fs/promises";
import type { Line } from "./format/line.ts";

const chunkBytes = 1 << 20;
const newline = 0x0a;

/** What a walk through a file saw. */
export interface FileExtent {
  /** Length of all lines that are whole. */
  readonly bytes: number;
  readonly lines: number;
  /** Bytes after the last newline. */
  readonly tornBytes: number;
}

/**
 * Shows every line that has its newline, in order. The bytes are only valid during the call.
 *
 * @param settle is awaited after each megabyte or so.
 */
export async function readLines(
  handle: Pick<FileHandle, "read">,
  visit: (line: Line) => void,
  settle: () => Promise<void> = async () => {},
): Promise<FileExtent> {
  const chunk = Buffer.allocUnsafe(chunkBytes);
  let unfinished: Buffer[] = [];
  let unfinishedBytes = 0;
  let lineStart = 0;
  let number = 1;
  for (let position = 0; ; ) {
    const { bytesRead } = await handle.read(chunk, 0, chunkBytes, position);
    if (bytesRead === 0) break;
    position += bytesRead;
    let start = 0;
    for (;;) {
      const end = chunk.indexOf(newline, start);
      if (end === -1 || end >= bytesRead) break;
      const rest = chunk.subarray(start, end);
      const bytes = unfinishedBytes === 0 ? rest : Buffer.concat([...unfinished, rest]);
      visit({ bytes, number, byteOffset: lineStart });
      lineStart += bytes.length + 1;
      number += 1;
      unfinished = [];
      unfinishedBytes = 0;
      start = end + 1;
    }
    if (start < bytesRead) {
      unfinished.push(Buffer.from(chunk.subarray(start, bytesRead)));
      unfinishedBytes += bytesRead - start;
    }
    await settle();
  }
  return { bytes: lineStart, lines: number - 1, tornBytes: unfinishedBytes };
}
