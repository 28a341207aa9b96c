import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { requireRegularFile } from "@rollouts/core";

const newline = 0x0a;
const chunkBytes = 1_048_576;
/** Longer ones could not become a string. */
const maxLineBytes = 268_435_456;

/** Some lines of a file, and the bytes that they were found in. */
export interface LineBatch {
  readonly bytes: Buffer;
  /** Without their newlines. The newline that ends the last line of a file starts no other. */
  readonly lines: readonly Buffer[];
}

/**
 * Reads a file in pieces and splits it at `\n` alone, however it is encoded.
 *
 * @throws Error for what is no regular file, and when a line has more than 256 MiB.
 */
export async function* readLines(path: string): AsyncGenerator<LineBatch> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  await requireRegularFile(path);
  for await (const chunk of createReadStream(path, { highWaterMark: chunkBytes })) {
    const bytes = chunk as Buffer;
    const lines: Buffer[] = [];
    let start = 0;
    for (let end = bytes.indexOf(newline); end !== -1; end = bytes.indexOf(newline, start)) {
      const piece = bytes.subarray(start, end);
      lines.push(rest.length === 0 ? piece : Buffer.concat([...rest, piece]));
      rest = [];
      restBytes = 0;
      start = end + 1;
    }
    if (start < bytes.length) {
      rest.push(bytes.subarray(start));
      restBytes += bytes.length - start;
    }
    if (restBytes > maxLineBytes) throw new Error("a line has more than 256 MiB");
    yield { bytes, lines };
  }
  if (rest.length > 0) yield { bytes: Buffer.alloc(0), lines: [Buffer.concat(rest)] };
}
