import { format, parse } from "node:path";
import type { JsonObject } from "@rollouts/core";
import type { OverflowPolicy, ProfileLimits } from "../profiles/profile.ts";
import { DatasetFile } from "./dataset-file.ts";

/** What a `DatasetOutput` is made from. */
export interface DatasetOutputOptions {
  /** The file; shards take their names from it. */
  readonly path: string;
  readonly limits: Pick<ProfileLimits, "maxRows" | "maxBytes">;
  readonly byteOrderMark: boolean;
  readonly onOverflow: OverflowPolicy;
}

/** What became of a row: `too-large` is one that no file could hold. */
export type RowOutcome = "written" | "full" | "too-large";

/** A file of a data set that is complete on disk, still under a temporary name. */
export interface CompletedFile {
  readonly file: DatasetFile;
  /** The name that it will have. */
  readonly path: string;
  readonly rows: number;
  readonly bytes: number;
  readonly sha256: string;
  /** Its place among the shards, from 1. */
  readonly shard: number;
  readonly shardCount: number;
}

/** Writes rows into one file, or into as many as they need, under temporary names. */
export class DatasetOutput {
  readonly #options: DatasetOutputOptions;
  readonly #closed: DatasetFile[] = [];
  #file: DatasetFile | null = null;
  #rows = 0;
  #isFull = false;

  constructor(options: DatasetOutputOptions) {
    this.#options = options;
  }

  get path(): string {
    return this.#options.path;
  }

  get rows(): number {
    return this.#rows;
  }

  /** True once a row did not fit and there will be no other file: no later row is taken. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /**
   * Takes a line with its newline, in UTF-8, and what the manifest is to say of it. Anything but
   * `written` means that it was not taken. One call at a time.
   */
  async add(line: Uint8Array, entry: JsonObject): Promise<RowOutcome> {
    if (this.#isFull) return "full";
    const file = this.#file ?? this.#newFile();
    if (!this.#fits(file, line.length)) return await this.#overflow(line, entry);
    this.#file = file;
    this.#rows += 1;
    await file.add(line, entry);
    return "written";
  }

  async #overflow(line: Uint8Array, entry: JsonObject): Promise<RowOutcome> {
    if (this.#options.onOverflow === "truncate") {
      this.#isFull = true;
      return "full";
    }
    if (!this.#fits(this.#newFile(), line.length)) return "too-large";
    if (this.#options.onOverflow === "error") return "full";
    await this.#closeFile();
    return await this.add(line, entry);
  }

  #newFile(): DatasetFile {
    return new DatasetFile(this.#options.path, this.#options.byteOrderMark);
  }

  #fits(file: DatasetFile, bytes: number): boolean {
    const { maxRows, maxBytes } = this.#options.limits;
    return (
      (maxRows === null || file.rows < maxRows) &&
      (maxBytes === null || file.bytes + bytes <= maxBytes)
    );
  }

  async #closeFile(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    this.#file = null;
    this.#closed.push(file);
    await file.finish();
  }

  /** Makes all files safe on disk. There are several only if one did not hold all rows. */
  async complete(): Promise<CompletedFile[]> {
    await this.#closeFile();
    const shardCount = this.#closed.length;
    return this.#closed.map((file, index) => {
      const shard = index + 1;
      const path = shardCount === 1 ? this.path : shardPath(this.path, shard, shardCount);
      file.draft.rename(path);
      const { rows, bytes, sha256 } = file;
      return { file, path, rows, bytes, sha256: sha256 ?? "", shard, shardCount };
    });
  }

  /** Removes what is left of files that were not published. */
  async discard(): Promise<void> {
    await this.#file?.discard();
    for (const file of this.#closed) await file.discard();
  }
}

/** `rows.jsonl` becomes `rows-00001-of-00003.jsonl`. */
function shardPath(path: string, shard: number, shardCount: number): string {
  const { root, dir, name, ext } = parse(path);
  const number = (value: number) => String(value).padStart(5, "0");
  return format({ root, dir, name: `${name}-${number(shard)}-of-${number(shardCount)}`, ext });
}
