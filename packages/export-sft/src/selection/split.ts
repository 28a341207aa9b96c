import { createHash } from "node:crypto";
import { describeValue, InvalidArgumentError, type ResolvedTask } from "@rollouts/core";

/** The two files of an export with `split`. */
export type SplitSide = "train" | "validation";

/** How tasks are divided between a training and a validation file. */
export interface Split {
  /** Share of the tasks that go to the validation file, more than 0 and less than 1. */
  readonly fraction: number;
  readonly seed: string;
}

/**
 * The side of a task, by the hash of its id, or of `metadata.group`, a text or a number, so that
 * variants of one task stay together. It does not depend on the other tasks.
 *
 * @throws InvalidArgumentError for a group that is neither.
 */
export function splitSide(task: ResolvedTask, { fraction, seed }: Split): SplitSide {
  const name = groupOf(task) ?? task.id;
  const digest = createHash("sha256").update(`${seed}\0${name}`).digest();
  return Number(digest.readBigUInt64BE()) / 2 ** 64 < fraction ? "validation" : "train";
}

/** `null` for a task without a group. */
function groupOf({ id, metadata }: ResolvedTask): string | null {
  const { group = null } = metadata;
  if (group === null || typeof group === "string") return group;
  if (Number.isFinite(group)) return String(group);
  throw new InvalidArgumentError({
    argument: "source",
    message: `Task ${describeValue(id)}: metadata.group must be text or a number, got ${describeValue(group)}.`,
  });
}
