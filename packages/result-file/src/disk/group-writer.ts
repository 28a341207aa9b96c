import { describeThrown, ResultWriteError } from "@rollouts/core";
import { asSentence } from "../format/as-sentence.ts";
import { type OpenFile, writeAll } from "./file-system.ts";

/** Joining the bytes of a group must not hold up the event loop. */
const maxGroupBytes = 4 << 20;

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: ResultWriteError) => void;
}

/**
 * Appends to a file in groups: what comes in while a group is written and synced makes up the next
 * one. After a failed operation nothing more is written, since nobody knows what is on the disk.
 */
export class GroupWriter {
  readonly #path: string;
  readonly #file: OpenFile;
  /** Up to where everything is safe. */
  #position: number;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #failure: ResultWriteError | null = null;

  constructor(path: string, file: OpenFile, position: number) {
    this.#path = path;
    this.#file = file;
    this.#position = position;
  }

  /** Settles when the bytes are safe. */
  append(bytes: Buffer): Promise<void> {
    if (this.#failure !== null) return Promise.reject(this.#failure);
    return new Promise((resolve, reject) => {
      this.#waiting.push({ bytes, resolve, reject });
      this.#flushing ??= this.#flush();
    });
  }

  /**
   * Waits for all that was appended.
   *
   * @throws ResultWriteError when any of it failed.
   */
  async drain(): Promise<void> {
    await this.#flushing;
    if (this.#failure !== null) throw this.#failure;
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0 && this.#failure === null) {
      const group = this.#takeGroup();
      try {
        await this.#write(Buffer.concat(group.map(({ bytes }) => bytes)));
        for (const { resolve } of group) resolve();
      } catch (thrown) {
        await this.#fail(thrown, group);
      }
    }
    this.#flushing = null;
  }

  #takeGroup(): Waiting[] {
    let bytes = 0;
    let count = 0;
    for (const { bytes: next } of this.#waiting) {
      bytes += next.length;
      if (count > 0 && bytes > maxGroupBytes) break;
      count += 1;
    }
    return this.#waiting.splice(0, count);
  }

  async #write(bytes: Buffer): Promise<void> {
    await writeAll(this.#file, bytes, this.#position);
    await this.#file.datasync();
    this.#position += bytes.length;
  }

  async #fail(thrown: unknown, group: readonly Waiting[]): Promise<void> {
    // A torn line would be cut off by the next reader as well, so that this is a courtesy.
    await this.#file.truncate(this.#position).catch(() => {});
    const lost = [...group, ...this.#waiting];
    const lostBytes = lost.reduce((sum, { bytes }) => sum + bytes.length, 0);
    const failure = new ResultWriteError({
      path: this.#path,
      message: `could not write ${lostBytes} bytes: ${asSentence(describeThrown(thrown))} Everything announced before is safe (${this.#position} bytes). Make room, then resume.`,
      cause: thrown,
    });
    this.#failure = failure;
    this.#waiting = [];
    for (const { reject } of lost) reject(failure);
  }
}
