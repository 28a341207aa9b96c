import type { BelowMinimum, CompletedFile, SplitSide } from "@rollouts/export-sft";
import type { RowFacts } from "./row-writer.ts";

/** What every export of this package says of its files and rows. */
export interface DatasetReport extends RowFacts {
  readonly profile: string;
  /** Every file with its rows; empty when there was no row to write. */
  readonly files: readonly DatasetFile[];
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
export interface DatasetFile {
  readonly path: string;
  readonly metaPath: string;
  /** `null` without `split`. */
  readonly split: SplitSide | null;
  readonly rows: number;
  readonly bytes: number;
  /** 64 hexadecimal digits. */
  readonly sha256: string;
}

/** What a report says of a file. */
export function toDatasetFile(
  { path, rows, bytes, sha256 }: CompletedFile,
  split: SplitSide | null,
): DatasetFile {
  return { path, metaPath: `${path}.meta.json`, split, rows, bytes, sha256 };
}
