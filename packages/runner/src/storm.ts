/** Watches whether a run can only fail. */
export interface StormWatch {
  record(outcome: AttemptOutcome): void;
  /** What may start next: everything, only the probes, or nothing. */
  phase(): StormPhase;
  /** The kind of error that ended the run; `null` unless it is over. */
  kind(): string | null;
  /** Resolves when the probes have decided. */
  readonly decided: Promise<void>;
}

export type StormPhase = "calm" | "probing" | "over";

/** How an attempt ended, as far as storms go. */
export interface AttemptOutcome {
  readonly taskPosition: number;
  readonly isProbe: boolean;
  /** The kind of error that ended it; `null` when it ended otherwise. */
  readonly errorKind: string | null;
}

export interface StormOptions {
  readonly taskCount: number;
  readonly k: number;
  readonly concurrency: number;
  /** Puts attempt 0 of some tasks that have not started at the head of the line; says of how many. */
  readonly planProbes: () => number;
}

/** Errors that meet every attempt alike: one is enough. */
const fatalKinds: ReadonlySet<string | null> = new Set([
  "provider: authentication",
  "provider: model-not-found",
  "provider: quota-exhausted",
  "provider: unsupported-setting",
]);

/**
 * Decides when a run is over because all that is left would fail.
 *
 * An error of a fatal class ends it at once. Otherwise the first `max(concurrency, 4)` attempts to
 * finish decide: if all ended in one kind of error, a run of one task is over (when `k` is larger
 * than that), and a run of several tasks probes some that have not started. It is over when the
 * probes end in that kind too; any other ending disarms the watch for good.
 */
export function watchForStorm(options: StormOptions): StormWatch {
  const { taskCount, k, concurrency, planProbes } = options;
  const window = Math.max(concurrency, 4);
  const kinds = new Set<string | null>();
  const tasks = new Set<number>();
  let finishedCount = 0;
  let pendingProbes = 0;
  let phase: StormPhase = "calm";
  let lastKind: string | null = null;
  let decide: () => void = () => {};
  const decided = new Promise<void>((resolve) => {
    decide = resolve;
  });

  function settle(next: "calm" | "over"): void {
    phase = next;
    decide();
  }

  function watch({ errorKind, taskPosition }: AttemptOutcome): void {
    finishedCount += 1;
    if (finishedCount > window) return;
    kinds.add(errorKind);
    tasks.add(taskPosition);
    const isStorm = finishedCount === window && kinds.size === 1 && !kinds.has(null);
    if (!isStorm) return;
    if (taskCount === 1) {
      if (k > window) settle("over");
      return;
    }
    pendingProbes = planProbes();
    if (pendingProbes > 0) phase = "probing";
    else if (tasks.size === taskCount) settle("over");
  }

  function probe({ errorKind, isProbe }: AttemptOutcome): void {
    if (isProbe) pendingProbes -= 1;
    if (!kinds.has(errorKind)) settle("calm");
    else if (pendingProbes === 0) settle("over");
  }

  return {
    decided,
    phase: () => phase,
    kind: () => (phase === "over" ? lastKind : null),
    record(outcome) {
      if (phase === "over") return;
      lastKind = outcome.errorKind;
      if (fatalKinds.has(outcome.errorKind)) settle("over");
      else if (phase === "probing") probe(outcome);
      else watch(outcome);
    },
  };
}
