import {
  describeValue,
  differingNames,
  InvalidArgumentError,
  invalidArgument,
  MismatchError,
  type ResultEnd,
  requireComparable,
} from "@rollouts/core";
import { chooseAttempts } from "./choose-attempts.ts";
import { type FileSystem, realFileSystem } from "./disk/file-system.ts";
import { refuseExisting } from "./disk/refuse-existing.ts";
import { writeNewFile } from "./disk/write-whole-file.ts";
import type { Plan, PlannedTask } from "./format/plan.ts";
import { endLine, planLine } from "./format/record-lines.ts";
import { checkPath, readStoredResult } from "./read-result-file.ts";
import type { StoredResult } from "./result-file.ts";

/** What `mergeResultFiles` wrote. */
export interface MergeReport {
  readonly path: string;
  readonly taskCount: number;
  readonly attemptCount: number;
  /** Attempts that more than one file had; one of each was written. */
  readonly duplicateCount: number;
}

/**
 * Joins result files of one plan, such as those of shards, into a new one: the tasks of all of them,
 * in the order of the files, and of each attempt that counts the lines as they are. The files stay as
 * they are.
 *
 * Of an attempt that several files have, one with a score is taken before one without, and of equal
 * ones the first file's; a verdict that does not count any more is none. The new file has an end when
 * all of them have, with the warnings of all: `finished` if all are.
 *
 * @throws InvalidArgumentError when `out` is there already, or environment, `k` or seed differ;
 * MismatchError when fingerprints are missing or differ, or a task differs; ResultFormatError for a
 * damaged file; ResultWriteError when a file operation fails. Nothing is written then.
 */
export async function mergeResultFiles(
  paths: readonly string[],
  out: string,
): Promise<MergeReport> {
  if (!Array.isArray(paths) || paths.length === 0) {
    throw invalidArgument("paths", "a list of result files", paths);
  }
  for (const [index, path] of paths.entries()) checkPath(path, `paths[${index}]`);
  checkPath(out, "out");
  return await mergeTo(paths, out, realFileSystem);
}

/** The same on any file system. */
export async function mergeTo(
  paths: readonly string[],
  out: string,
  fs: FileSystem,
): Promise<MergeReport> {
  await refuseExisting(out, fs);
  const files: StoredResult[] = [];
  for (const path of paths) files.push(await readStoredResult(path));
  const [first] = files as [StoredResult, ...StoredResult[]];
  for (const file of files) requireOnePlan(first, file);
  const plan: Plan = { ...first.plan, tasks: uniteTasks(files) };
  const counts = { attemptCount: 0, duplicateCount: 0 };
  await writeNewFile(out, fs, async (draft) => {
    await draft.write(planLine(plan, null, null));
    for (const task of plan.tasks.values()) {
      const { chosen, duplicateCount } = await chooseAttempts(files, task);
      counts.attemptCount += chosen.length;
      counts.duplicateCount += duplicateCount;
      for (const { file, selected } of chosen) {
        for (const bytes of await file.readBytes(selected)) await draft.write(bytes);
      }
    }
    const end = uniteEnds(files);
    if (end !== null) await draft.write(end);
  });
  return { path: out, taskCount: plan.tasks.size, ...counts };
}

/** Shards of one plan agree in all but their tasks. */
function requireOnePlan(first: StoredResult, file: StoredResult): void {
  requireSameEnvironment(first, file);
  requireSamePolicy(first, file);
  for (const member of ["env", "k", "seed"] as const) {
    const [theirs, ours] = [file.header[member], first.header[member]];
    if (theirs === ours) continue;
    throw new InvalidArgumentError({
      argument: "paths",
      message: `${file.path} has another ${member} (${describeValue(theirs)}) than ${first.path} (${describeValue(ours)}). Only files of one plan can be merged.`,
    });
  }
}

function requireSameEnvironment(first: StoredResult, file: StoredResult): void {
  try {
    requireComparable(file.header, first.header);
  } catch (thrown) {
    if (!(thrown instanceof MismatchError)) throw thrown;
    const { parts, currentFingerprint, baselineFingerprint } = thrown;
    const why = parts.length === 0 ? "" : ` (they differ in ${describeValue(parts.join(", "))})`;
    throw new MismatchError({
      parts,
      currentFingerprint,
      baselineFingerprint,
      message: `${file.path} and ${first.path} do not hold results of one environment${why}. Only files of one plan can be merged.`,
      cause: thrown,
    });
  }
}

function requireSamePolicy(first: StoredResult, file: StoredResult): void {
  const [ours, theirs] = [first.header, file.header];
  if (ours.policyFingerprint !== null && ours.policyFingerprint === theirs.policyFingerprint)
    return;
  throw new MismatchError({
    parts: differingNames(ours.policyParts, theirs.policyParts),
    currentFingerprint: theirs.policyFingerprint,
    baselineFingerprint: ours.policyFingerprint,
    message: `${file.path} and ${first.path} are not of one policy (${describeValue(theirs.policyFingerprint)}, ${describeValue(ours.policyFingerprint)}), or one has no fingerprint. Only files of one plan can be merged.`,
  });
}

function uniteTasks(files: readonly StoredResult[]): Map<string, PlannedTask> {
  const tasks = new Map<string, PlannedTask>();
  for (const { plan, header, path } of files) {
    for (const [id, task] of plan.tasks) {
      const known = tasks.get(id)?.entry ?? task.entry;
      const { inputHash, expectedHash } = task.entry;
      if (known.inputHash !== inputHash || known.expectedHash !== expectedHash) {
        throw new MismatchError({
          parts: ["tasks"],
          currentFingerprint: header.envFingerprint,
          baselineFingerprint: header.envFingerprint,
          message: `${path} has another task ${describeValue(id)} than a file before it. Only files of one plan can be merged.`,
        });
      }
      if (!tasks.has(id)) tasks.set(id, task);
    }
  }
  return tasks;
}

/** Only when all have one: what is left of a shard is left of the whole. */
function uniteEnds(files: readonly StoredResult[]): Buffer | null {
  const ends = files.flatMap(({ header }) => (header.end === null ? [] : [header.end]));
  if (ends.length < files.length) return null;
  const stopped = ends.find(({ status }) => status === "stopped");
  const end: ResultEnd = {
    status: "finished",
    stoppedEarly: null,
    ...stopped,
    durationMs: sum(ends.map(({ durationMs }) => durationMs)),
  };
  const lines = files.map(({ state }) => state.endLine);
  const warnings = new Set(lines.flatMap((line) => line?.warnings ?? []));
  const abandonedCounts = lines.flatMap((line) => line?.abandonedCount ?? []);
  return endLine(end, {
    ...(warnings.size > 0 && { warnings: [...warnings] }),
    ...(abandonedCounts.length > 0 && { abandonedCount: sum(abandonedCounts) }),
  });
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((total, number) => total + number, 0);
}
