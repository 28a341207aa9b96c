/** Why a task has no pair. */
export type NoPairReason =
  /** Its `metadata.split` is `"holdout"`. */
  | "holdout"
  /** No attempt can be used. */
  | "no-attempts"
  /** All attempts that can be used passed, or failed. */
  | "all-pass"
  | "all-fail"
  /** The method needs more attempts. */
  | "too-few-attempts"
  /** The scores lie closer together than `minGap`. */
  | "no-gap"
  /** Prompts or tools of the attempts differ. */
  | "prefix-differs"
  /** The attempts part where the profile cannot hold their answers. */
  | "multi-turn-divergence"
  /** Both sides would be the same, or all that passed failed as well. */
  | "identical"
  /** An earlier task has the same rows. */
  | "duplicate"
  /** The file was full. */
  | "over-cap";

/** A task without a pair. */
export interface NoPair {
  readonly taskId: string;
  readonly reason: NoPairReason;
  /** The attempt that passed, from 0, of the two that came nearest to a pair; `null` for none. */
  readonly attemptIndex: number | null;
  /** The attempt that failed, from 0; `null` for none. */
  readonly rejectedAttemptIndex: number | null;
  /** Position in the messages of the passing run where they differ; `null` for none. */
  readonly message: number | null;
  /** What is wrong, for people; safe for a terminal. */
  readonly fault: string;
}
