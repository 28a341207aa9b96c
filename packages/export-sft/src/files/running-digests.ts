import { createHash } from "node:crypto";
import { crc32 } from "node:zlib";

/** Digests of bytes that come in pieces. */
export class RunningDigests {
  readonly #sha256 = createHash("sha256");
  #crc32 = 0;

  update(bytes: Uint8Array): void {
    this.#sha256.update(bytes);
    this.#crc32 = crc32(bytes, this.#crc32);
  }

  /** Cheap, to see that a file reads back as it was written. */
  get crc32(): number {
    return this.#crc32;
  }

  /** Ends it: 64 hexadecimal digits. */
  sha256(): string {
    return this.#sha256.digest("hex");
  }
}
