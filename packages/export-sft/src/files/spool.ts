import { Buffer } from "node:buffer";
import { createReadStream } from "node:fs";
import { DraftFile } from "./draft-file.ts";

const memoryBytes = 262_144;

/** Keeps bytes for later, in memory while they are few and beside the file `path` when they grow. */
export class Spool {
  readonly #draft: DraftFile;
  #kept: Uint8Array[] = [];
  #keptBytes = 0;
  #isSpilled = false;

  constructor(path: string) {
    this.#draft = new DraftFile(path);
  }

  /** A promise comes back only when there is something to wait for. */
  write(bytes: Uint8Array): Promise<void> | undefined {
    this.#kept.push(bytes);
    this.#keptBytes += bytes.length;
    return this.#keptBytes < memoryBytes ? undefined : this.#spill();
  }

  async #spill(): Promise<void> {
    const bytes = Buffer.concat(this.#kept);
    this.#kept = [];
    this.#keptBytes = 0;
    this.#isSpilled = true;
    await this.#draft.write(bytes);
  }

  /** Appends all of it to a file. */
  async copyTo(target: DraftFile): Promise<void> {
    if (this.#isSpilled) {
      await this.#spill();
      await this.#draft.finish();
      for await (const chunk of createReadStream(this.#draft.temporaryPath)) {
        await target.write(chunk as Buffer);
      }
    } else {
      for (const bytes of this.#kept) await target.write(bytes);
    }
  }

  async discard(): Promise<void> {
    await this.#draft.discard();
  }
}
