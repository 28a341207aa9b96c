import { Buffer } from "node:buffer";
import { createHash } from "node:crypto";
import type { DraftFile } from "./draft-file.ts";
import type { SftProfile } from "./profile.ts";

/** Writes rows until the profile's cap; the first row that does not fit closes the file. */
export class DatasetWriter {
  readonly #file: DraftFile;
  readonly #profile: SftProfile;
  readonly #hash = createHash("sha256");
  #rows = 0;
  #bytes = 0;
  #isFull = false;

  constructor(file: DraftFile, profile: SftProfile) {
    this.#file = file;
    this.#profile = profile;
  }

  get rows(): number {
    return this.#rows;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** True once a row did not fit: no later one is taken, however small. */
  get isFull(): boolean {
    return this.#isFull;
  }

  /** Resolves to false when the row does not fit. */
  async add(row: string): Promise<boolean> {
    const bytes = Buffer.from(row);
    const { maxRows, maxBytes } = this.#profile;
    this.#isFull ||= this.#rows >= maxRows || this.#bytes + bytes.length > maxBytes;
    if (this.#isFull) return false;
    await this.#file.write(bytes);
    this.#hash.update(bytes);
    this.#rows += 1;
    this.#bytes += bytes.length;
    return true;
  }

  /** Makes the file safe on disk and gives its SHA-256. */
  async finish(): Promise<string> {
    await this.#file.finish();
    return this.#hash.digest("hex");
  }
}
