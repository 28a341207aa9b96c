import type { AttemptResult, Environment, ResolvedTask, ResultSource } from "@rollouts/core";
import type { Observer } from "../events/observer.ts";
import type { Gate } from "../gate/gate.ts";
import type { RunSettings } from "../options/options.ts";
import type { CommitQueue } from "../sink/commit-queue.ts";
import type { Deadlines } from "../time/deadlines.ts";

/** A run whose options and tasks have been checked. */
export interface Run<Output, Expected> {
  readonly env: Environment<Output, Expected>;
  readonly settings: RunSettings<Output, Expected>;
  /** Those of the caller when it is opened; what all its attempts are made from once it is planned. */
  readonly tasks: readonly ResolvedTask<Expected>[];
  readonly observer: Observer<Output>;
  readonly deadlines: Deadlines;
  /** What its model calls pass through. */
  readonly gate: Gate;
  /** What the sink holds already. */
  readonly stored: ResultSource | undefined;
  /** What is announced passes through it. */
  readonly commits: CommitQueue;
  /** True when nothing is to start any more. */
  readonly isStopped: () => boolean;
  /** Takes an attempt that is over, and safe. The next one may come when this settles. */
  readonly keep: (
    attempt: AttemptResult<Output>,
    taskPosition: number,
  ) => Promise<void> | undefined;
  /** Takes an attempt that the sink has from an earlier run; absent when nobody wants them. */
  readonly keepStored: ((attempt: AttemptResult<Output>, taskPosition: number) => void) | undefined;
}
