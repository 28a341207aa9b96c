import { Buffer } from "node:buffer";
import type { JsonObject } from "@rollouts/core";
import { DraftFile } from "./draft-file.ts";
import { RunningDigests } from "./running-digests.ts";
import { Spool } from "./spool.ts";

const byteOrderMark = Buffer.from([0xef, 0xbb, 0xbf]);

/** One file of rows that is being written, with what its manifest says of each row. */
export class DatasetFile {
  readonly draft: DraftFile;
  readonly entries: Spool;
  /** What stands before the first row. */
  readonly #start: Uint8Array | null;
  #rows = 0;
  #bytes: number;
  readonly #digests = new RunningDigests();
  #sha256: string | null = null;

  constructor(path: string, hasByteOrderMark: boolean) {
    this.draft = new DraftFile(path, (bytes) => this.#digests.update(bytes));
    this.entries = new Spool(`${path}.meta.json`);
    this.#start = hasByteOrderMark ? byteOrderMark : null;
    this.#bytes = this.#start?.length ?? 0;
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** SHA-256 of the file, 64 hexadecimal digits; `null` until it is finished. */
  get sha256(): string | null {
    return this.#sha256;
  }

  /** CRC-32 of what was written so far. */
  get crc32(): number {
    return this.#digests.crc32;
  }

  async add(line: Uint8Array, entry: JsonObject): Promise<void> {
    const isFirst = this.#rows === 0;
    const separator = isFirst ? "" : ",\n";
    this.#rows += 1;
    this.#bytes += line.length;
    const bytes = isFirst && this.#start !== null ? Buffer.concat([this.#start, line]) : line;
    const writing = this.draft.write(bytes);
    if (writing !== undefined) await writing;
    const spooling = this.entries.write(Buffer.from(`${separator}${toEntryText(entry)}`));
    if (spooling !== undefined) await spooling;
  }

  /** Makes the file safe on disk. */
  async finish(): Promise<void> {
    await this.draft.finish();
    this.#sha256 = this.#digests.sha256();
  }

  async discard(): Promise<void> {
    await this.draft.discard();
    await this.entries.discard();
  }
}

/**
 * An entry of the list `lines`, indented as in the rest of the manifest: member by member, since JSON that
 * is written with an indent takes twice as long.
 */
function toEntryText(entry: JsonObject): string {
  const members = Object.entries(entry).filter(([, value]) => value !== undefined);
  const texts = members.map(([key, value]) => {
    const isNested = typeof value === "object" && value !== null;
    const text = isNested
      ? JSON.stringify(value, null, 2).replaceAll("\n", "\n      ")
      : JSON.stringify(value);
    return `      ${JSON.stringify(key)}: ${text}`;
  });
  return `    {\n${texts.join(",\n")}\n    }`;
}
