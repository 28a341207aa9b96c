import type { SplitSide } from "../selection/split.ts";

/** A file with fewer rows than the consumer asks for. */
export interface BelowMinimum {
  readonly path: string;
  readonly have: number;
  readonly need: number;
}

interface CountedFile {
  readonly path: string;
  readonly rows: number;
  readonly split: SplitSide | null;
}

/**
 * The smallest of the files to train on, if it has fewer rows than the consumer asks for; `null` when
 * there is none. No consumer asks for a number of rows to validate with.
 */
export function findBelowMinimum(files: readonly CountedFile[], need: number): BelowMinimum | null {
  let smallest: BelowMinimum | null = null;
  for (const { path, rows: have, split } of files) {
    const isSmallest = have < (smallest?.have ?? need);
    if (split !== "validation" && isSmallest) smallest = { path, have, need };
  }
  return smallest;
}
