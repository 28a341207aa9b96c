import { describeThrown, ResultWriteError } from "@rollouts/core";
import { asSentence } from "../format/as-sentence.ts";
import { type FileSystem, type OpenFile, writeAll } from "./file-system.ts";
import { PlaceGuard } from "./place-guard.ts";

/** Joining the bytes of a group must not hold up the event loop. */
const maxGroupBytes = 4 << 20;

interface Waiting {
  readonly bytes: Buffer;
  readonly resolve: () => void;
  readonly reject: (error: ResultWriteError) => void;
}

/** What is written to. */
export interface GroupTarget {
  readonly path: string;
  readonly file: OpenFile;
  /** How long the file is. */
  readonly position: number;
  readonly fs: FileSystem;
}

/**
 * Appends to a file in groups: what comes in while a group is written and synced makes up the next
 * one. After a failed operation nothing more is written, since nobody knows what is on the disk; nor
 * when somebody else has taken the file away, cut it or written to it.
 */
export class GroupWriter {
  readonly #path: string;
  readonly #file: OpenFile;
  readonly #guard: PlaceGuard;
  /** Up to where everything is safe. */
  #position: number;
  #waiting: Waiting[] = [];
  #flushing: Promise<void> | null = null;
  #failure: ResultWriteError | null = null;

  private constructor({ path, file, position }: GroupTarget, guard: PlaceGuard) {
    this.#path = path;
    this.#file = file;
    this.#position = position;
    this.#guard = guard;
  }

  static async create(target: GroupTarget): Promise<GroupWriter> {
    return new GroupWriter(target, await PlaceGuard.create(target));
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
   * Waits for all that was appended, and sees that it is there.
   *
   * @throws ResultWriteError when any of it failed, or is not there any more.
   */
  async drain(): Promise<void> {
    await this.#flushing;
    if (this.#failure !== null) throw this.#failure;
    await this.#guard.requireInPlace(this.#position);
  }

  async #flush(): Promise<void> {
    while (this.#waiting.length > 0 && this.#failure === null) {
      const group = this.#takeGroup();
      try {
        await this.#guard.requireUntouched(this.#position);
        await this.#write(Buffer.concat(group.map(({ bytes }) => bytes)));
        for (const { resolve } of group) resolve();
      } catch (thrown) {
        this.#giveUp(await this.#toFailure(thrown, group), group);
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

  async #toFailure(thrown: unknown, group: readonly Waiting[]): Promise<ResultWriteError> {
    // The file is not as this writer left it: what is in it now is not ours to cut.
    if (thrown instanceof ResultWriteError) return thrown;
    // A torn line would be cut off by the next reader as well, so that this is a courtesy.
    await this.#file.truncate(this.#position).catch(() => {});
    const lostBytes = [...group, ...this.#waiting].reduce(
      (sum, { bytes }) => sum + bytes.length,
      0,
    );
    return new ResultWriteError({
      path: this.#path,
      message: `could not write ${lostBytes} bytes: ${asSentence(describeThrown(thrown))} Everything announced before is safe (${this.#position} bytes). Make room, then resume.`,
      cause: thrown,
    });
  }

  #giveUp(failure: ResultWriteError, group: readonly Waiting[]): void {
    const lost = [...group, ...this.#waiting];
    this.#failure = failure;
    this.#waiting = [];
    for (const { reject } of lost) reject(failure);
  }
}
