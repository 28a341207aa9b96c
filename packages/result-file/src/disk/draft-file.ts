import { temporaryPathBeside } from "@rollouts/core";
import { type FileSystem, type OpenFile, syncFolderOf, writeAll } from "./file-system.ts";
import { toWriteError } from "./write-error.ts";

const bufferBytes = 1 << 20;

/** A file that takes its name only when it is complete and safe on disk. */
export class DraftFile {
  readonly #path: string;
  readonly #temporaryPath: string;
  readonly #fs: FileSystem;
  readonly #file: OpenFile;
  #position = 0;
  #buffered: Buffer[] = [];
  #bufferedBytes = 0;

  private constructor(path: string, temporaryPath: string, fs: FileSystem, file: OpenFile) {
    this.#path = path;
    this.#temporaryPath = temporaryPath;
    this.#fs = fs;
    this.#file = file;
  }

  /** Begins a file in the same folder. */
  static async create(path: string, fs: FileSystem, mode?: number): Promise<DraftFile> {
    const temporaryPath = temporaryPathBeside(path);
    const file = await fs.open(temporaryPath, "wx", mode);
    return new DraftFile(path, temporaryPath, fs, file);
  }

  async write(bytes: Buffer): Promise<void> {
    this.#buffered.push(bytes);
    this.#bufferedBytes += bytes.length;
    if (this.#bufferedBytes >= bufferBytes) await this.#flush();
  }

  /**
   * Gives the file its name, in place of what had it.
   *
   * @throws ResultWriteError that says so when the file has its name, and the folder cannot be synced.
   */
  async publish(): Promise<void> {
    await this.#flush();
    await this.#file.datasync();
    await this.#file.close();
    await this.#fs.rename(this.#temporaryPath, this.#path);
    try {
      await syncFolderOf(this.#path, this.#fs);
    } catch (thrown) {
      const what =
        "the new file is in place, but may not be durable: a power failure could undo it";
      throw toWriteError(this.#path, what, thrown);
    }
  }

  /** Removes what is left of an unpublished file. */
  async discard(): Promise<void> {
    // What made the draft useless is the error to tell, not that its remains could not be removed.
    await this.#file.close().catch(() => {});
    await this.#fs.unlink(this.#temporaryPath).catch(() => {});
  }

  async #flush(): Promise<void> {
    const bytes = Buffer.concat(this.#buffered);
    this.#buffered = [];
    this.#bufferedBytes = 0;
    await writeAll(this.#file, bytes, this.#position);
    this.#position += bytes.length;
  }
}
