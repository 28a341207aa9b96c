import { ResultWriteError } from "@rollouts/core";
import { type FileIdentity, isSameFile, toIdentity } from "./file-identity.ts";
import { codeOf, type FileSystem, type OpenFile } from "./file-system.ts";
import { toWriteError } from "./write-error.ts";

interface GuardedFile {
  readonly path: string;
  readonly file: Pick<OpenFile, "stat">;
  readonly fs: Pick<FileSystem, "stat">;
}

/** Looking a name up may go over a network, and groups follow one another within milliseconds. */
const lookUpMs = 1000;

/**
 * Sees that a file which is written stays as its writer left it: what goes to a file that was deleted is
 * lost, and what goes over the lines of another writer destroys them.
 */
export class PlaceGuard {
  readonly #guarded: GuardedFile;
  /** That of the name, as it is asked for later: not every system tells the same of an open file. */
  readonly #identity: FileIdentity;
  #lookedUpAt = performance.now();

  private constructor(guarded: GuardedFile, identity: FileIdentity) {
    this.#guarded = guarded;
    this.#identity = identity;
  }

  static async create(guarded: GuardedFile): Promise<PlaceGuard> {
    const found = await guarded.fs.stat(guarded.path, { bigint: true });
    return new PlaceGuard(guarded, toIdentity(found));
  }

  /**
   * Sees that the file is as long as its writer left it; once a second also that it has its name yet.
   *
   * @throws ResultWriteError that says what has become of it.
   */
  async requireUntouched(length: number): Promise<void> {
    if (performance.now() - this.#lookedUpAt >= lookUpMs) await this.requireInPlace(length);
    else await this.#tell(() => this.#requireLength(length));
  }

  /**
   * Sees that the file has its name yet, and is as long as its writer left it.
   *
   * @throws ResultWriteError that says what has become of it.
   */
  async requireInPlace(length: number): Promise<void> {
    this.#lookedUpAt = performance.now();
    await this.#tell(async () => {
      await this.#requireName(length);
      await this.#requireLength(length);
    });
  }

  async #requireName(length: number): Promise<void> {
    const { fs, path } = this.#guarded;
    const found = await fs.stat(path, { bigint: true }).catch((thrown: unknown) => {
      if (codeOf(thrown) !== "ENOENT") throw thrown;
    });
    if (found !== undefined && isSameFile(toIdentity(found), this.#identity)) return;
    const what = found === undefined ? "is gone" : "is another one now";
    throw this.#changed(
      `${what}: it was deleted, moved or replaced while it was written, and with it the ${length} bytes that were safe. If it was moved, put it back, then resume; else begin anew`,
    );
  }

  async #requireLength(length: number): Promise<void> {
    const { size } = await this.#guarded.file.stat();
    if (size === length) return;
    throw this.#changed(
      size < length
        ? `was cut off while it was written: ${size} bytes are left of the ${length} that were safe. Resume to run again what is lost`
        : `was written to by somebody else: it has ${size} bytes, of which this run wrote ${length}, which are still there. Let one process write at a time, and resume`,
    );
  }

  #changed(what: string): ResultWriteError {
    const message = `the file ${what}. Nothing more is written to it.`;
    return new ResultWriteError({ path: this.#guarded.path, message });
  }

  async #tell(look: () => Promise<void>): Promise<void> {
    try {
      await look();
    } catch (thrown) {
      throw toWriteError(this.#guarded.path, "it cannot be told whether the file is there", thrown);
    }
  }
}
