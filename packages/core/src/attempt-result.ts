import type { AgentRun } from "./agent-run.ts";
import type { Json } from "./json.ts";
import type { Score } from "./score.ts";
import type { Usage } from "./usage.ts";

/** How an attempt ended. Only a `completed` one is scored. */
export type StopReason = "completed" | "error" | "timeout" | "truncated" | "cancelled" | "paused";

/** Why an attempt has no verdict. */
export type UnscoredCause =
  | "error"
  | "timeout"
  | "truncated"
  /** The run was over before agent or scorer were: aborted, or its budget spent. */
  | "cancelled"
  | "paused"
  | "scorer-error"
  | "cannot-tell"
  /** Its verdict is that of an earlier scorer or expected value: it waits to be scored again. */
  | "not-judged";

/** Why an attempt has no verdict, with the words of whoever said so. */
export interface UnscoredReason {
  readonly cause: UnscoredCause;
  readonly reason: string;
  /** What the scorer kept as evidence, such as what a judge was asked and answered. */
  readonly detail?: Json | undefined;
}

/** One independent execution of a task, and its verdict. Either `score` or `unscored` is set. */
export interface AttemptResult<Output = unknown> {
  readonly taskId: string;
  /** From 0. */
  readonly attemptIndex: number;
  /** What the agent produced, as far as it came; `null` when nothing did. */
  readonly run: AgentRun<Output> | null;
  readonly score: Score | null;
  readonly unscored: UnscoredReason | null;
  /** One entry per metric of the environment; empty unless the attempt completed. */
  readonly metrics: Readonly<Record<string, MetricResult>>;
  readonly stopReason: StopReason;
  /** Message of what went wrong in the agent, or in the scorer (`scorer: ...`). */
  readonly error: string | null;
  /** Class of what was thrown. */
  readonly errorType: string | null;
  /** From the start of the attempt to its verdict. */
  readonly durationMs: number;
  /** The part of `durationMs` that was spent waiting for permission to call a model. */
  readonly waitedMs: number;
  /** True when a tool call was refused because of the agent's tool-call limit. */
  readonly toolCallLimitHit: boolean;
  /** Every physical execution, the last one included. */
  readonly tries: readonly AttemptTry[];
  /**
   * How many model calls were tried again within them, by the class of the provider's error; absent
   * when none was. What the calls that failed have consumed is unknown, and in no usage.
   */
  readonly modelRetries?: Readonly<Record<string, number>> | undefined;
  /** What judges consumed; absent when no model was called for scoring. */
  readonly scorerUsage?: Usage | undefined;
}

/** What a metric said: a score, or why there is none. */
export interface MetricResult {
  readonly score: Score | null;
  readonly unscored: UnscoredReason | null;
}

/** One physical execution of an attempt. */
export interface AttemptTry {
  readonly error: string | null;
  readonly errorType: string | null;
  readonly durationMs: number;
  readonly usage?: Usage | undefined;
}
