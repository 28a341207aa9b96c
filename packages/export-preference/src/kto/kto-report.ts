import type { AttemptFacts } from "../attempts/attempt-tally.ts";
import type { DatasetReport } from "../files/dataset-report.ts";
import type { KtoWeights } from "./kto-weights.ts";

/**
 * What an export of labelled answers did. Every attempt is counted once: `written`,
 * `droppedDuplicates`, `droppedOverCap`, `skippedMixedPrompt` and the counters of `AttemptFacts` sum
 * to `considered`.
 */
export interface KtoReport extends DatasetReport, KtoFacts {}

export interface KtoFacts extends AttemptFacts {
  /** Attempts of the result, with or without a score. */
  readonly considered: number;
  /** The prompt or the tools are others than those of the first row of its task. */
  readonly skippedMixedPrompt: number;
  /** Rows with the label `true`. */
  readonly desirable: number;
  /** Rows with the label `false`. */
  readonly undesirable: number;
  /** Rows with an answer that stands there with the other label as well: they cancel each other out. */
  readonly contradictory: number;
  /** Weights that balance the two; `null` when one side has no rows. */
  readonly suggestedWeights: KtoWeights | null;
}
