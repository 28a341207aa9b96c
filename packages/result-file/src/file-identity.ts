import type { FileHandle } from "node:fs/promises";

/** Tells a file from another that has its name later. */
export interface FileIdentity {
  readonly device: bigint;
  readonly inode: bigint;
}

export async function identityOf(handle: Pick<FileHandle, "stat">): Promise<FileIdentity> {
  const { dev, ino } = await handle.stat({ bigint: true });
  return { device: dev, inode: ino };
}

export function isSameFile(one: FileIdentity, other: FileIdentity): boolean {
  return one.device === other.device && one.inode === other.inode;
}
