import type { AttemptResult } from "./attempt-result.ts";
import type { Isolation } from "./isolation.ts";
import type { TaskSummary } from "./results/task-summary.ts";
import type { ResolvedTask } from "./task.ts";

/** What a run set out to do. */
export interface ResultHeader {
  /** Name of the environment. */
  readonly env: string;
  /** Attempts per task. */
  readonly k: number;
  readonly seed: number;
  /** `envfp1:` and 64 hexadecimal digits; `null` when it cannot be told, which matches nothing. */
  readonly envFingerprint: string | null;
  /** `polfp1:` and 64 hexadecimal digits; `null` when it cannot be told, which matches nothing. */
  readonly policyFingerprint: string | null;
  /** Digests of the parts of the environment fingerprint, by name. */
  readonly envParts: Readonly<Record<string, string>>;
  /** Digests of the parts of the policy fingerprint, by name. */
  readonly policyParts: Readonly<Record<string, string>>;
  readonly isolation: Isolation;
  /** How the run ended; `null` while it goes on, or when its process died. */
  readonly end: ResultEnd | null;
}

/** How a run ended. */
export interface ResultEnd {
  readonly status: "finished" | "stopped";
  /** Why attempts are missing, if any are. */
  readonly stoppedEarly: "error-storm" | "budget" | "aborted" | null;
  readonly durationMs: number;
}

/** A result that can be read: in memory, or from a file. */
export interface ResultSource {
  readonly specVersion: "v1";
  /** The file that it is read from, for messages; absent for one in memory. */
  readonly path?: string | undefined;
  readonly header: ResultHeader;
  /** Every selected task, in order, without its transcripts. */
  tasks(): AsyncIterable<TaskSummary>;
  /** The attempts of one task, in order; none for an id that is not there. */
  attempts(taskId: string): AsyncIterable<AttemptResult>;
  /**
   * The same records as another plan sees them: attempts below its `k`, on the inputs that its tasks
   * have, also such as this plan does not count. Verdicts and metrics of another scorer, other metrics
   * or another expected value are unscored, with the cause `not-judged`. Absent when the source holds
   * nothing but what its own plan counts.
   */
  replan?(plan: ResultPlan): ResultSource;
}

/** What a run sets out to do, in full. */
export interface ResultPlan {
  readonly header: ResultHeader;
  readonly tasks: readonly ResolvedTask[];
}

/** A place where a result is written while it comes about. */
export interface ResultSink {
  readonly specVersion: "v1";
  /** What is there already, and need not run again. */
  readonly resumeFrom?: ResultSource | undefined;
  /** Settles when the record is safe. */
  append(record: ResultRecord): Promise<void>;
  close(): Promise<void>;
}

/**
 * One thing that a sink is told, in the order: header, attempts and rescores, end. A sink with
 * `resumeFrom` is told a header too: what the run that goes on sets out to do.
 */
export type ResultRecord =
  | ({ readonly type: "header" } & ResultPlan)
  | { readonly type: "attempt"; readonly attempt: AttemptResult }
  /** A new verdict on an attempt that is there already; its run is the one that is there. */
  | { readonly type: "rescore"; readonly attempt: AttemptResult }
  | {
      readonly type: "end";
      readonly end: ResultEnd;
      /** The warnings of the run. */
      readonly warnings?: readonly string[] | undefined;
      /** Attempts that did not stop when their time was over. */
      readonly abandonedCount?: number | undefined;
    };

/** Turns a result into a file of some format. */
export interface Exporter<Options = unknown, Report = unknown> {
  readonly specVersion: "v1";
  readonly name: string;
  export(source: ResultSource, path: string, options: Options): Promise<Report>;
}
