import type { FileHandle } from "node:fs/promises";
import { invalidArgument, ResultFormatError } from "@rollouts/core";
import { FileState } from "./contents/file-state.ts";
import { type FileIdentity, identityOf } from "./disk/file-identity.ts";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { requireReadable, unreadable } from "./disk/unreadable.ts";
import { readLines } from "./read-lines.ts";
import { requireTornHeader } from "./require-torn-header.ts";
import { type ResultFile, StoredResult } from "./result-file.ts";

/**
 * Reads a result file, also one that is being written: what is in it by then. Keeps about 50
 * bytes for each attempt in memory, and the tasks; attempts are read when they are asked for.
 *
 * @throws ResultFormatError when the file cannot be read, is damaged, is of a newer format, or has no
 * header yet. A last line without its newline is no damage: it is left out, with a warning.
 */
export async function readResultFile(path: string): Promise<ResultFile> {
  checkPath(path, "path");
  return await readStoredResult(path);
}

/**
 * The same, but `null` for a file without a header: its run died before anything was safe, and a run
 * that goes on with it runs everything.
 *
 * @throws ResultFormatError when the file cannot be read, is damaged or of a newer format.
 */
export async function readResultFileIfBegun(path: string): Promise<ResultFile | null> {
  checkPath(path, "path");
  return await readIfBegun(path);
}

/** Reads a result file, for the package itself. */
export async function readStoredResult(path: string): Promise<StoredResult> {
  const stored = await readIfBegun(path);
  if (stored !== null) return stored;
  throw new ResultFormatError({
    path,
    line: 1,
    byteOffset: 0,
    message:
      "there is no header: the file is empty, or its run died before it began. Going on with it runs everything.",
  });
}

async function readIfBegun(path: string): Promise<StoredResult | null> {
  const { state, identity, tornBytes } = await walkFile(path);
  const { plan } = state;
  if (plan === null) return null;
  const warnings = [
    ...(tornBytes === 0 ? [] : [describeTornLine(tornBytes, "left out")]),
    ...(state.end === null ? [noEnd] : []),
  ];
  return new StoredResult({ path, identity, state, plan, warnings });
}

const noEnd = "The file does not say how its run ended: it goes on, or its process died.";

/** What a whole file comes to. */
export interface WalkedFile {
  readonly state: FileState;
  readonly identity: FileIdentity;
  /** Length of all lines that are whole. */
  readonly bytes: number;
  readonly tornBytes: number;
}

/** @throws ResultFormatError for damage, and when the file cannot be read. */
export async function walkFile(path: string, fs = realFileSystem): Promise<WalkedFile> {
  const state = new FileState(path);
  const handle = await openToRead(path, fs);
  try {
    const { bytes, tornBytes } = await readLines(handle, (line) => state.take(line));
    if (bytes === 0 && tornBytes > 0) await requireTornHeader(path, handle);
    state.index.group();
    return { state, identity: await identityOf(handle), bytes, tornBytes };
  } catch (thrown) {
    throw thrown instanceof ResultFormatError ? thrown : unreadable(path, thrown);
  } finally {
    await handle.close();
  }
}

/** @throws ResultFormatError when it cannot be opened, and for what is no regular file. */
export async function openToRead(path: string, fs: FileSystem): Promise<FileHandle> {
  await requireReadable(path);
  try {
    return await fs.open(path, "r");
  } catch (thrown) {
    throw unreadable(path, thrown);
  }
}

export function describeTornLine(tornBytes: number, fate: "left out" | "cut off"): string {
  return `The last line has no end: ${tornBytes} bytes were ${fate}. The process that wrote it died, or is at work.`;
}

/** @throws InvalidArgumentError for what is no path. */
export function checkPath(path: unknown, argument: string): void {
  if (typeof path !== "string" || path === "" || path.includes("\0")) {
    throw invalidArgument(argument, "the path of a file", path);
  }
}
