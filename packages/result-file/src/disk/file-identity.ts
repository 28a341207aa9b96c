import type { BigIntStats } from "node:fs";
import type { FileHandle } from "node:fs/promises";

/**
 * Tells a file from another that has its name later. Not from all: a new file may get the number of one
 * that is gone, and one may be written over, so that every line that is read is compared as well.
 */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

export async function identityOf(handle: Pick<FileHandle, "stat">): Promise<FileIdentity> {
  return toIdentity(await handle.stat({ bigint: true }));
}

export function toIdentity({ dev, ino }: BigIntStats): FileIdentity {
  return { device: dev, inode: ino };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}

/** What to say of a path whose file is not the one that was read. */
export function replacedFile(): Error {
  return new Error("another file has taken its place since it was read; read that one");
}
