import type { Interval } from "@rollouts/core";

/**
 * How far a scorer agrees with people. The rates are over the traces that it scored: errors and
 * traces that it could not tell about are counted, and in no denominator.
 */
export interface Calibration {
  /** Name of the scorer. */
  readonly scorer: string;
  readonly traceCount: number;
  readonly scoredCount: number;
  /** It said that it cannot tell. */
  readonly unscoredCount: number;
  /** It threw, or gave no verdict. */
  readonly errorCount: number;
  /** Share of the scored traces where both say the same; `null` when none was scored. */
  readonly agreement: number | null;
  /** Share that it passed of those that people failed; `null` when there are none. */
  readonly falsePositiveRate: number | null;
  /** Share that it failed of those that people passed; `null` when there are none. */
  readonly falseNegativeRate: number | null;
  /** Wilson 95 % intervals of the three rates. */
  readonly intervals: {
    readonly agreement: Interval | null;
    readonly falsePositiveRate: Interval | null;
    readonly falseNegativeRate: Interval | null;
  };
  /**
   * Cohen's kappa: agreement beyond that of chance. 1 is full agreement, 0 that of chance; `null`
   * when none was scored, and when both always say one and the same thing. Source: Cohen, 1960.
   */
  readonly kappa: number | null;
  readonly disagreements: readonly Disagreement[];
  readonly unscored: readonly TraceNote[];
  readonly errors: readonly TraceNote[];
  /** Labels that could not be used. */
  readonly warnings: readonly string[];
}

/** Where a trace stands. */
export interface TracePlace {
  /** From 0, in the list of traces. */
  readonly index: number;
  /** Only for a trace of a result. */
  readonly taskId?: string | undefined;
  /** Only for a trace of a result. */
  readonly attemptIndex?: number | undefined;
}

/** A trace on which the scorer and people differ. */
export interface Disagreement extends TracePlace {
  readonly expected: unknown;
  /** What people say: whether it passed. */
  readonly gold: boolean;
  readonly scorerPassed: boolean;
  readonly scorerReason: string | null;
}

/** Why a trace has no verdict. */
export interface TraceNote extends TracePlace {
  readonly reason: string;
}
