import { randomUUID } from "node:crypto";
import { constants } from "node:fs";
import { hostname } from "node:os";
import { dirname, join } from "node:path";
import { describeValue, ResultLockedError } from "@rollouts/core";
import { z } from "zod";
import { codeOf, type FileSystem } from "./file-system.ts";
import { processStart } from "./process-start.ts";

const ownerSchema = z.object({
  pid: z.int().min(1),
  host: z.string(),
  startedAt: z.string(),
  /** See `processStart`. */
  processStart: z.string().nullable(),
  /** Tells this lock from every other one; becomes part of a file name. */
  token: z.uuid(),
});

type Owner = z.infer<typeof ownerSchema>;

/** The right to write a file, held until it is released or the process dies. */
export interface Lock {
  /** Set when the lock was that of a process that has died. */
  readonly notice: string | null;
  release(): Promise<void>;
}

type Attempt =
  | { readonly isTaken: true; readonly from: Owner | null }
  | { readonly isTaken: false; readonly holder: Owner | null };

/** How often others may be quicker before it counts as held. */
const maxTries = 5;

/**
 * Takes the lock of a file, `<path>.lock`.
 *
 * @throws ResultLockedError while a process holds it that lives, or may live.
 */
export async function acquireLock(path: string, fs: FileSystem): Promise<Lock> {
  const lockPath = `${path}.lock`;
  const mine = await describeSelf();
  const attempt = await takeLock(lockPath, mine, fs);
  if (!attempt.isTaken) throw locked(path, lockPath, attempt.holder);
  const { from } = attempt;
  const notice =
    from === null
      ? null
      : `Took over the lock of process ${from.pid} on ${describeValue(from.host)}, which held it since ${describeValue(from.startedAt)} and has died.`;
  return { notice, release: () => releaseLock(lockPath, mine, fs) };
}

async function describeSelf(): Promise<Owner> {
  return {
    pid: process.pid,
    host: hostname(),
    startedAt: new Date().toISOString(),
    processStart: await processStart(process.pid),
    token: randomUUID(),
  };
}

async function takeLock(lockPath: string, mine: Owner, fs: FileSystem): Promise<Attempt> {
  for (let tries = 0; tries < maxTries; tries++) {
    if (await createLock(lockPath, mine, fs)) return { isTaken: true, from: null };
    const owner = await readOwner(lockPath, fs);
    if (owner === "gone") continue;
    if (owner === null || !(await isDead(owner))) return { isTaken: false, holder: owner };
    const takeover = await takeOver(lockPath, { dead: owner, mine, fs });
    if (takeover !== null) return takeover;
  }
  return { isTaken: false, holder: null };
}

/**
 * Puts a lock in the place of a dead one. The dead lock has a lock of its own, named after its token:
 * only who holds that may replace it, so that no two processes do, and no late one replaces the lock of
 * a living process. `null` when the dead one was replaced meanwhile.
 */
async function takeOver(
  lockPath: string,
  { dead, mine, fs }: { dead: Owner; mine: Owner; fs: FileSystem },
): Promise<Attempt | null> {
  const claimPath = join(dirname(lockPath), `.rollouts-${dead.token}.lock`);
  const claim = await takeLock(claimPath, mine, fs);
  if (!claim.isTaken) return claim;
  try {
    const owner = await readOwner(lockPath, fs);
    if (owner === null || owner === "gone" || owner.token !== dead.token) return null;
    await withDraft(lockPath, mine, fs, (draft) => fs.rename(draft, lockPath));
    return { isTaken: true, from: dead };
  } finally {
    await releaseLock(claimPath, mine, fs);
  }
}

/** Puts the lock there whole, so that nobody reads half of one. False when there is one already. */
async function createLock(lockPath: string, owner: Owner, fs: FileSystem): Promise<boolean> {
  try {
    await withDraft(lockPath, owner, fs, (draft) => linkOrCopy(draft, lockPath, fs));
    return true;
  } catch (thrown) {
    if (codeOf(thrown) === "EEXIST") return false;
    throw thrown;
  }
}

/** Writes a lock under a temporary name, which is gone afterwards. */
async function withDraft(
  lockPath: string,
  owner: Owner,
  fs: FileSystem,
  use: (draft: string) => Promise<void>,
): Promise<void> {
  const draft = join(dirname(lockPath), `.rollouts-${randomUUID()}.tmp`);
  try {
    const file = await fs.open(draft, "wx");
    try {
      await file.writeFile(`${JSON.stringify(owner)}\n`);
    } finally {
      await file.close();
    }
    await use(draft);
  } finally {
    await discard(draft, fs);
  }
}

/** Fails with EEXIST when there is something at `to`. */
async function linkOrCopy(from: string, to: string, fs: FileSystem): Promise<void> {
  try {
    await fs.link(from, to);
  } catch (thrown) {
    const hasNoLinks = ["EPERM", "ENOSYS", "ENOTSUP", "EOPNOTSUPP"].includes(codeOf(thrown) ?? "");
    if (!hasNoLinks) throw thrown;
    await fs.copyFile(from, to, constants.COPYFILE_EXCL);
  }
}

/** `null` for a lock that does not say whose it is. */
async function readOwner(lockPath: string, fs: FileSystem): Promise<Owner | "gone" | null> {
  try {
    const owner = ownerSchema.safeParse(JSON.parse(await fs.readFile(lockPath, "utf8")));
    return owner.success ? owner.data : null;
  } catch (thrown) {
    if (codeOf(thrown) === "ENOENT") return "gone";
    if (thrown instanceof SyntaxError) return null;
    throw thrown;
  }
}

/** False also when that cannot be told, as of a process on another host. */
async function isDead(owner: Owner): Promise<boolean> {
  if (owner.host !== hostname()) return false;
  const start = await processStart(owner.pid);
  if (start !== null) return start !== owner.processStart && owner.processStart !== null;
  try {
    process.kill(owner.pid, 0);
    return false;
  } catch (thrown) {
    return codeOf(thrown) === "ESRCH";
  }
}

async function releaseLock(lockPath: string, mine: Owner, fs: FileSystem): Promise<void> {
  // When it cannot be read, as without a free file descriptor, it is most likely still there.
  const owner = await readOwner(lockPath, fs).catch(() => mine);
  const isMine = owner !== null && owner !== "gone" && owner.token === mine.token;
  // One that cannot be removed is taken over once this process has ended; the file is safe all the same.
  if (isMine) await discard(lockPath, fs);
}

async function discard(path: string, fs: FileSystem): Promise<void> {
  await fs.unlink(path).catch(() => {});
}

function locked(path: string, lockPath: string, owner: Owner | null): ResultLockedError {
  const { pid = null, host = null, startedAt = null } = owner ?? {};
  const who =
    owner === null
      ? "by a process that it does not name"
      : `by process ${pid} on ${describeValue(host)} since ${describeValue(startedAt)}`;
  return new ResultLockedError({
    path,
    pid,
    host,
    startedAt,
    message: `the file is being written ${who}. Wait for it to end; if it does not run any more, delete ${lockPath}.`,
  });
}
