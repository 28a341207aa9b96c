import { hash } from "node:crypto";
import { canonicalJson, type TaskInput } from "@rollouts/core";

export interface AttemptSeedOptions {
  readonly runSeed: number;
  readonly input: TaskInput;
  readonly attemptIndex: number;
}

/**
 * The seed of an attempt, an unsigned 32-bit integer: from the run's seed, the task's input and the
 * attempt's index, and so the same whatever the order, the concurrency or the other tasks.
 */
export function attemptSeed({ runSeed, input, attemptIndex }: AttemptSeedOptions): number {
  const text = typeof input === "string" ? input : toText(input);
  const digest = hash("sha256", `${runSeed}/${attemptIndex}/${text}`, "buffer");
  return digest.readUInt32BE(0);
}

/** Messages may hold what has no canonical JSON, such as a date; such inputs share their seeds. */
function toText(input: TaskInput): string {
  try {
    return canonicalJson(input);
  } catch {
    return "";
  }
}
