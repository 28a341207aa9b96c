/** Watches whether a run can only fail. */
export interface StormWatch {
  /** Tells how an attempt ended: the kind of its error, or `null` when it ended otherwise. */
  record(errorKind: string | null): void;
  isOver(): boolean;
}

export interface StormOptions {
  readonly taskCount: number;
  readonly k: number;
  readonly concurrency: number;
}

/**
 * The rule for a run of one task: when the first `max(concurrency, 4)` attempts to finish have all
 * ended in one kind of error, the rest would too. One other outcome among them disarms it.
 */
export function watchForStorm({ taskCount, k, concurrency }: StormOptions): StormWatch {
  const window = Math.max(concurrency, 4);
  const isArmed = taskCount === 1 && k > window;
  const kinds = new Set<string | null>();
  let finishedCount = 0;
  return {
    record(errorKind) {
      finishedCount += 1;
      if (finishedCount <= window) kinds.add(errorKind);
    },
    isOver: () => isArmed && finishedCount >= window && kinds.size === 1 && !kinds.has(null),
  };
}
