import { Buffer } from "node:buffer";
import { type FileHandle, open, rename, rm } from "node:fs/promises";
import { dirname } from "node:path";
import { makeFolders, modeOfReplaced, temporaryPathBeside } from "@rollouts/core";

const bufferBytes = 262_144;

/** A file that takes its name only when it is complete; until then it has a temporary one. */
export class DraftFile {
  readonly temporaryPath: string;
  #path: string;
  readonly #onBytes: (bytes: Uint8Array) => void;
  #handle: FileHandle | null = null;
  #buffer = Buffer.alloc(0);
  #spare = Buffer.alloc(0);
  /** The piece that is being written. */
  #writing: Promise<void> = Promise.resolve();
  #buffered = 0;

  /** @param onBytes sees all bytes, in the large pieces in which they are written */
  constructor(path: string, onBytes: (bytes: Uint8Array) => void = () => {}) {
    this.#path = path;
    this.#onBytes = onBytes;
    this.temporaryPath = temporaryPathBeside(path);
  }

  /** The name that it will have. */
  get path(): string {
    return this.#path;
  }

  /** Gives it another name to take, in the same folder. */
  rename(path: string): void {
    this.#path = path;
  }

  /**
   * Appends, in large pieces: a promise comes back only when there is something to wait for, and then
   * it must be awaited. The first piece creates the file, and the folders above it.
   */
  write(bytes: Uint8Array): Promise<void> | undefined {
    if (this.#buffered + bytes.length > this.#buffer.length) return this.#writeThrough(bytes);
    this.#buffer.set(bytes, this.#buffered);
    this.#buffered += bytes.length;
    return undefined;
  }

  async #writeThrough(bytes: Uint8Array): Promise<void> {
    await this.#flush();
    if (bytes.length <= this.#buffer.length) return await this.write(bytes);
    await this.#writing;
    await this.#append(bytes);
  }

  /** Sends off what is gathered, and gathers in the other buffer meanwhile. */
  async #flush(): Promise<void> {
    await this.#writing;
    const full = this.#buffer.subarray(0, this.#buffered);
    this.#buffered = 0;
    [this.#buffer, this.#spare] = [this.#spare, this.#buffer];
    if (this.#buffer.length === 0) this.#buffer = Buffer.allocUnsafe(bufferBytes);
    if (full.length === 0) return;
    this.#writing = this.#append(full);
    // Whoever writes next, or ends the writing, waits for it, and is told.
    this.#writing.catch(() => {});
  }

  async #append(bytes: Uint8Array): Promise<void> {
    this.#handle ??= await this.#create();
    this.#onBytes(bytes);
    await this.#handle.writeFile(bytes);
  }

  async #create(): Promise<FileHandle> {
    const mode = await modeOfReplaced(this.path);
    await makeFolders(dirname(this.path));
    return open(this.temporaryPath, "wx", mode);
  }

  /** Ends the writing and makes it safe on disk. */
  async finish(): Promise<void> {
    await this.#flush();
    await this.#writing;
    await this.#handle?.sync();
    await this.#close();
  }

  /** Gives the file its name, in place of what had it. */
  async publish(): Promise<void> {
    // Once more, since something else may have taken the name meanwhile.
    await modeOfReplaced(this.path);
    await rename(this.temporaryPath, this.path);
  }

  /** Removes what is left of an unpublished file. */
  async discard(): Promise<void> {
    // What made the draft useless is the error to tell, not that its remains could not be removed.
    await this.#writing.catch(() => {});
    await this.#close().catch(() => {});
    await rm(this.temporaryPath, { force: true }).catch(() => {});
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}
