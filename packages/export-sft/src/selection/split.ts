import { createHash } from "node:crypto";
import type { ResolvedTask } from "@rollouts/core";

/** The two files of an export with `split`. */
export type SplitSide = "train" | "validation";

/** How tasks are divided between a training and a validation file. */
export interface Split {
  /** Share of the tasks that go to the validation file, more than 0 and less than 1. */
  readonly fraction: number;
  readonly seed: string;
}

/**
 * The side of a task, by the hash of its id, or of `metadata.group` where that is text, so that
 * variants of one task stay together. It does not depend on the other tasks.
 */
export function splitSide({ id, metadata }: ResolvedTask, { fraction, seed }: Split): SplitSide {
  const name = typeof metadata.group === "string" ? metadata.group : id;
  const digest = createHash("sha256").update(`${seed}\0${name}`).digest();
  return Number(digest.readBigUInt64BE()) / 2 ** 64 < fraction ? "validation" : "train";
}
