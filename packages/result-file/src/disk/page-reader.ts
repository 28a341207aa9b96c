import { type FileHandle, open, stat } from "node:fs/promises";
import { type FileIdentity, identityOf, isSameFile, replacedFile } from "./file-identity.ts";
import { toAbsolute } from "./file-system.ts";

const pageBytes = 1 << 18;
/** 16 MiB: attempts that lie in order of index, not of task, need one page for each index. */
const maxPages = 64;

/** Reads parts of a file through pages that it keeps, the ones used last. */
export class PageReader {
  readonly #path: string;
  readonly #identity: FileIdentity;
  readonly #pages = new Map<number, Buffer>();
  #userCount = 0;
  #opening: Promise<FileHandle> | null = null;

  constructor(path: string, identity: FileIdentity) {
    // The working folder may change before anything is read.
    this.#path = toAbsolute(path);
    this.#identity = identity;
  }

  /** Allows the file to be open from now on; whoever uses it says when it no longer does. */
  use(): { done(): Promise<void> } {
    this.#userCount += 1;
    return {
      done: async () => {
        this.#userCount -= 1;
        if (this.#userCount > 0) return;
        const opening = this.#opening;
        this.#opening = null;
        const handle = await opening?.catch(() => null);
        await handle?.close();
      },
    };
  }

  /** The bytes from `position` on; fewer at the end of the file. */
  async read(position: number, length: number): Promise<Buffer> {
    const first = Math.floor(position / pageBytes);
    const last = Math.floor((position + length - 1) / pageBytes);
    const start = position - first * pageBytes;
    if (first === last) return (await this.#page(first)).subarray(start, start + length);
    if (last - first >= maxPages) return this.#readFile(position, length);
    const pages: Buffer[] = [];
    for (let number = first; number <= last; number++) pages.push(await this.#page(number));
    return Buffer.concat(pages).subarray(start, start + length);
  }

  async #page(number: number): Promise<Buffer> {
    const known = this.#pages.get(number);
    const page = known ?? (await this.#readFile(number * pageBytes, pageBytes));
    // Put last again, so that the first in the map is the one that was not used for longest.
    this.#pages.delete(number);
    this.#pages.set(number, page);
    const [oldest] = this.#pages.keys();
    if (this.#pages.size > maxPages && oldest !== undefined) this.#pages.delete(oldest);
    return page;
  }

  async #readFile(position: number, length: number): Promise<Buffer> {
    this.#opening ??= this.#open();
    const handle = await this.#opening;
    const bytes = Buffer.allocUnsafe(length);
    let filled = 0;
    while (filled < length) {
      const { bytesRead } = await handle.read(bytes, filled, length - filled, position + filled);
      if (bytesRead === 0) break;
      filled += bytesRead;
    }
    return bytes.subarray(0, filled);
  }

  /** Places in one file say nothing about another. */
  async #open(): Promise<FileHandle> {
    // Opening a pipe may never end.
    if (!(await stat(this.#path)).isFile()) throw replacedFile();
    const handle = await open(this.#path, "r");
    try {
      if (isSameFile(await identityOf(handle), this.#identity)) return handle;
      throw replacedFile();
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
  }
}
