import type { AnsweredRun, CompletedRun } from "./agent-run.ts";
import type { Model } from "./model.ts";
import type { Verdict } from "./score.ts";
import type { Store } from "./store.ts";
import type { ResolvedTask } from "./task.ts";

/** Judges completed runs. */
export interface Scorer<Output = unknown, Expected = unknown> {
  readonly specVersion: "v1";
  readonly name: string;
  /** Judges one run. What it throws leaves the attempt unscored; it never counts as failed. */
  score(
    run: CompletedRun<Output>,
    expected: Expected,
    context: ScoreContext,
  ): Verdict | Promise<Verdict>;
  /** Changes whenever the verdicts may change. Throws `FingerprintError` when it cannot be told. */
  digest(): string;
}

/** What a scorer may know and use besides the run. */
export interface ScoreContext {
  readonly task: ResolvedTask;
  readonly attemptIndex: number;
  /** Aborts at the deadline of the attempt, or when the caller aborts. */
  readonly signal: AbortSignal;
  /**
   * The attempt's own, as set-up and agent left it: what a run did beyond its answer. Absent where a run
   * of before is scored again, since no store outlives its attempt.
   */
  readonly store?: Store | undefined;
  /** Puts a judge's model under this run's limits; its usage is booked as the scorer's. */
  gate(model: Model): Model;
}

/**
 * A plain function as scorer. It is called only when there is an answer of the right type; a reply
 * that misses the output schema, or refuses, has failed already.
 */
export interface ScoreFunction<Output = unknown, Expected = unknown> {
  (run: AnsweredRun<Output>, expected: Expected, context: ScoreContext): Verdict | Promise<Verdict>;
  readonly specVersion?: never;
}

/** A score function with a name, a version and a threshold. */
export interface ScorerDefinition<Output = unknown, Expected = unknown> {
  readonly specVersion?: never;
  readonly score: (
    run: AnsweredRun<Output>,
    expected: Expected,
    context: ScoreContext,
  ) => Verdict | Promise<Verdict>;
  readonly name?: string | undefined;
  /** Stands for the function in the fingerprint, in place of its source text. */
  readonly version?: string | undefined;
  /** A number passes when it is at least this. From 0 to 1, default 0.5. */
  readonly passThreshold?: number | undefined;
}

/** Whatever an environment accepts as its scorer. */
export type ScorerInput<Output = unknown, Expected = unknown> =
  | Scorer<Output, Expected>
  | ScoreFunction<Output, Expected>
  | ScorerDefinition<Output, Expected>;
