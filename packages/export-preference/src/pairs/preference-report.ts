import type { AttemptFacts } from "../attempts/attempt-tally.ts";
import type { DatasetReport } from "../files/dataset-report.ts";
import type { NoPair, NoPairReason } from "./no-pair-reason.ts";
import type { PairLengths } from "./pair-lengths.ts";

/**
 * What an export of pairs did. Every attempt is counted once: `paired`, `unpaired`, `mergedAttempts`,
 * `contradictory` and the counters of `AttemptFacts` sum to `considered`. Every task is counted once:
 * `tasksWithPairs` and the counts of `tasksWithoutPairs` sum to `tasks`. Every pair is counted once:
 * `written`, `droppedDuplicates` and `droppedOverCap` sum to `formed`.
 */
export interface PreferenceReport extends DatasetReport, PairFacts {}

export interface PairFacts extends AttemptFacts {
  /** Attempts of the result, with or without a score. */
  readonly considered: number;
  /** Attempts in at least one row. */
  readonly paired: number;
  /** Attempts for which there was no other, or no room under `maxPairsPerTask`. */
  readonly unpaired: number;
  /** Passing attempts that say what another passing attempt of their task says. */
  readonly mergedAttempts: number;
  /** Attempts that say what another attempt of their task says, which had the other verdict. */
  readonly contradictory: number;
  /** Tasks of the result. */
  readonly tasks: number;
  /** Tasks with at least one row. */
  readonly tasksWithPairs: number;
  /** The others, by reason; reasons that did not occur are absent. */
  readonly tasksWithoutPairs: Readonly<Partial<Record<NoPairReason, number>>>;
  /** The first 100 of them. */
  readonly noPairs: readonly NoPair[];
  /** Pairs that were found, and whose rows have two different sides. */
  readonly formed: number;
  /** Of the pairs that were written; `null` when there are none. */
  readonly lengths: PairLengths | null;
}
