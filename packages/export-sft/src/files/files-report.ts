import type { ProfileLimits } from "../profiles/profile.ts";
import type { SplitSide } from "../selection/split.ts";
import { type BelowMinimum, findBelowMinimum } from "./below-minimum.ts";
import type { CompletedFile } from "./dataset-output.ts";
import type { FileRules } from "./inspect-dataset.ts";
import { suffixFault } from "./suffix-fault.ts";

/** What every export says of its files. */
export interface FilesReport {
  readonly profile: string;
  /** Every file with its rows; empty when there was no row to write. */
  readonly files: readonly SftFile[];
  /** Tasks with rows on each side; `null` without `split`. */
  readonly splitTasks: Readonly<Record<SplitSide, number>> | null;
  /**
   * The smallest file to train on, if it has fewer rows than the consumer asks for; `null` when there
   * is none.
   */
  readonly belowMinimum: BelowMinimum | null;
  /** What the consumer may refuse about the files, for people; safe for a terminal. */
  readonly warnings: readonly string[];
  /** The first file; `null` when there was no row to write. */
  readonly path: string | null;
  /** The file beside it that says where its rows come from; `null` when there was no row to write. */
  readonly metaPath: string | null;
  /** Size of all files. */
  readonly bytes: number;
  /** SHA-256 of the first file, 64 hexadecimal digits; `null` when there was no row to write. */
  readonly sha256: string | null;
}

/** One file of a data set. */
export interface SftFile {
  readonly path: string;
  readonly metaPath: string;
  /** `null` without `split`. */
  readonly split: SplitSide | null;
  readonly rows: number;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** What a report tells of all files that were written. */
export interface ReportedFiles {
  /** Name and suffix of the profile. */
  readonly rules: Pick<FileRules, "name" | "suffix">;
  /** Of the profile. */
  readonly minRows: ProfileLimits["minRows"];
  readonly files: readonly SftFile[];
  /** `null` without `split`. */
  readonly splitTasks: Readonly<Record<SplitSide, number>> | null;
}

/** What a report says of a file. */
export function toSftFile(
  { path, rows, bytes, sha256 }: CompletedFile,
  split: SplitSide | null,
): SftFile {
  return { path, metaPath: `${path}.meta.json`, split, rows, bytes, sha256 };
}

/** What a report says of all files. */
export function reportFiles({ rules, minRows, files, splitTasks }: ReportedFiles): FilesReport {
  const [first] = files;
  return {
    profile: rules.name,
    files,
    splitTasks,
    belowMinimum: findBelowMinimum(files, minRows),
    warnings: files.flatMap(({ path }) => suffixFault(path, rules) ?? []),
    path: first?.path ?? null,
    metaPath: first?.metaPath ?? null,
    bytes: files.reduce((sum, { bytes }) => sum + bytes, 0),
    sha256: first?.sha256 ?? null,
  };
}
