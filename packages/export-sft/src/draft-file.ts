import type { Buffer } from "node:buffer";
import { randomUUID } from "node:crypto";
import { type FileHandle, mkdir, open, rename, rm, stat } from "node:fs/promises";
import { dirname, join } from "node:path";

/** A file that takes its name only when it is complete; until then it has a temporary one. */
export class DraftFile {
  readonly path: string;
  readonly temporaryPath: string;
  #handle: FileHandle | null = null;

  constructor(path: string) {
    this.path = path;
    this.temporaryPath = temporaryPathBeside(path);
  }

  /** Appends. The first call creates the file, and the folders above it. */
  async write(bytes: Buffer): Promise<void> {
    this.#handle ??= await this.#create();
    await this.#handle.writeFile(bytes);
  }

  async #create(): Promise<FileHandle> {
    const mode = await modeOfOldFile(this.path);
    await mkdir(dirname(this.path), { recursive: true });
    return open(this.temporaryPath, "wx", mode);
  }

  /** Ends the writing and makes it safe on disk. */
  async finish(): Promise<void> {
    await this.#handle?.sync();
    await this.#close();
  }

  /** Gives the file its name, in place of what had it. */
  async publish(): Promise<void> {
    await rename(this.temporaryPath, this.path);
  }

  /** Removes what is left of an unpublished file. */
  async discard(): Promise<void> {
    // What made the draft useless is the error to tell, not that its remains could not be removed.
    await this.#close().catch(() => {});
    await rm(this.temporaryPath, { force: true }).catch(() => {});
  }

  async #close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = null;
    await handle?.close();
  }
}

/** A name of fixed length that nobody else takes, so that a long `path` leaves room for it. */
export function temporaryPathBeside(path: string): string {
  return join(dirname(path), `.rollouts-${randomUUID()}.tmp`);
}

/**
 * Permissions of what will be replaced, so that a private file stays private; undefined when there
 * is nothing. Refuses folders, devices and the like: a rename would put a file in their place.
 */
async function modeOfOldFile(path: string): Promise<number | undefined> {
  const found = await stat(path).catch(() => undefined);
  if (found === undefined) return undefined;
  if (!found.isFile()) throw new Error(`${JSON.stringify(path)} is not a regular file`);
  return found.mode & 0o777;
}
