import { dirname } from "node:path";
import {
  InvalidArgumentError,
  invalidArgument,
  makeFolders,
  refuseUnknownKeys,
} from "@rollouts/core";
import {
  codeOf,
  type FileSystem,
  type OpenFile,
  realFileSystem,
  resolveTarget,
  syncFolderOf,
} from "./disk/file-system.ts";
import { GroupWriter } from "./disk/group-writer.ts";
import { acquireLock, type Lock } from "./disk/lock.ts";
import { requireReadable } from "./disk/unreadable.ts";
import { toWriteError } from "./disk/write-error.ts";
import { checkPath, describeTornLine, walkFile } from "./read-result-file.ts";
import { StoredResult } from "./result-file.ts";
import { type OpenResultFile, ResultFileSink } from "./result-file-sink.ts";

/** What `openResultFile` takes. */
export interface OpenResultFileOptions {
  /**
   * `create` makes a new file, and the folders above it, and refuses one that is there; `resume` goes
   * on with one, and cuts off a torn last line; a file that does not begin as one of ours is refused as it is.
   */
  readonly mode: "create" | "resume";
}

/**
 * Opens a result file as the sink of a run. One process at a time: `<path>.lock` says which.
 *
 * In mode `resume`, `resumeFrom` is what the file holds; it is absent when the run that made the file
 * died before its header was safe.
 *
 * @throws InvalidArgumentError for arguments that cannot be used, for a new file that is there already, and
 * for one to go on with that has several names (hard links); ResultLockedError while another process has it
 * open; ResultFormatError for a damaged file; ResultWriteError when a file operation fails.
 */
export async function openResultFile(
  path: string,
  options: OpenResultFileOptions,
): Promise<OpenResultFile> {
  checkPath(path, "path");
  refuseUnknownKeys(options, ["mode"], "openResultFile");
  const { mode } = options;
  if (mode !== "create" && mode !== "resume") {
    throw invalidArgument("mode", '"create" or "resume"', mode);
  }
  return await openSink(path, { mode, fs: realFileSystem, now: () => new Date() });
}

export interface OpenSinkOptions extends OpenResultFileOptions {
  readonly fs: FileSystem;
  readonly now: () => Date;
}

/** The same on any file system and at any time. */
export async function openSink(path: string, options: OpenSinkOptions): Promise<OpenResultFile> {
  const { mode, fs } = options;
  try {
    if (mode === "create") await makeFolders(dirname(path));
    const target = await resolveTarget(path, fs);
    if (mode === "resume") await requireReadable(target);
    const lock = await acquireLock(target, fs);
    try {
      return mode === "create"
        ? await createFile(target, lock, options)
        : await reopenFile(target, lock, options);
    } catch (thrown) {
      await lock.release();
      throw thrown;
    }
  } catch (thrown) {
    throw toWriteError(path, "the file cannot be opened for writing", thrown);
  }
}

async function createFile(
  target: string,
  lock: Lock,
  { fs, now }: OpenSinkOptions,
): Promise<OpenResultFile> {
  const file = await fs.open(target, "wx").catch((thrown: unknown) => {
    throw codeOf(thrown) === "EEXIST" ? existsAlready(target) : thrown;
  });
  try {
    await syncFolderOf(target, fs);
    return new ResultFileSink({
      path: target,
      warnings: lock.notice === null ? [] : [lock.notice],
      resumeFrom: undefined,
      writer: await GroupWriter.create({ path: target, file, position: 0, fs }),
      now,
      release: () => releaseAll(target, file, lock),
    });
  } catch (thrown) {
    await file.close().catch(() => {});
    await fs.unlink(target).catch(() => {});
    throw thrown;
  }
}

async function reopenFile(
  target: string,
  lock: Lock,
  { fs, now }: OpenSinkOptions,
): Promise<OpenResultFile> {
  const { state, identity, bytes, tornBytes } = await walkFile(target, fs);
  const file = await fs.open(target, "r+");
  try {
    await requireOneName(target, file);
    const warnings = lock.notice === null ? [] : [lock.notice];
    if (tornBytes > 0) {
      await file.truncate(bytes);
      await file.datasync();
      warnings.push(describeTornLine(tornBytes, "cut off"));
    }
    const { plan } = state;
    return new ResultFileSink({
      path: target,
      warnings,
      resumeFrom:
        plan === null
          ? undefined
          : new StoredResult({ path: target, identity, state, plan, warnings }),
      writer: await GroupWriter.create({ path: target, file, position: bytes, fs }),
      now,
      release: () => releaseAll(target, file, lock),
    });
  } catch (thrown) {
    await file.close().catch(() => {});
    throw thrown;
  }
}

/** A lock lies beside one name, so that it does not keep those off who come by another. */
async function requireOneName(target: string, file: OpenFile): Promise<void> {
  const { nlink } = await file.stat();
  if (nlink <= 1) return;
  throw new InvalidArgumentError({
    argument: "path",
    message: `${target} has ${nlink} names (hard links), and could be written by each of them at once. Copy it, and go on with the copy.`,
  });
}

async function releaseAll(target: string, file: OpenFile, lock: Lock): Promise<void> {
  try {
    await file.close();
  } catch (thrown) {
    throw toWriteError(target, "the file cannot be closed", thrown);
  } finally {
    await lock.release();
  }
}

function existsAlready(target: string): InvalidArgumentError {
  return new InvalidArgumentError({
    argument: "path",
    message: `${target} is there already. Go on with it in mode "resume", or choose another path.`,
  });
}
