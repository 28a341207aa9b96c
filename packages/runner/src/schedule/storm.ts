import { toSafeLine } from "@rollouts/core";

/** Watches whether a run can only fail. */
export interface StormWatch {
  record(outcome: AttemptOutcome): void;
  /** What may start next: everything, only the probes, or nothing. */
  phase(): StormPhase;
  /** The trouble that ended the run; `null` unless it is over. */
  found(): Storm | null;
  /** Resolves when the probes have decided. */
  readonly decided: Promise<void>;
}

export type StormPhase = "calm" | "probing" | "over";

/** What attempts had in common that ended in error. */
export interface Storm {
  /** The kind of error. */
  readonly kind: string;
  /** How many attempts ended in it. */
  readonly count: number;
  /** The first of them, with what it said, in one short line. */
  readonly example: string;
}

/** How an attempt ended, as far as the schedule goes. */
export interface AttemptEnding {
  /** The kind of error that ended it, or of a fatal one of its scorer; `null` when there was none. */
  readonly errorKind: string | null;
  /** True when that error would meet every other attempt as well. */
  readonly isFatal: boolean;
  readonly error: string | null;
}

/** The same, with which attempt it was. */
export interface AttemptOutcome extends AttemptEnding {
  readonly taskPosition: number;
  readonly isProbe: boolean;
  readonly taskId: string;
  readonly attemptIndex: number;
}

export interface StormOptions {
  readonly taskCount: number;
  readonly k: number;
  readonly concurrency: number;
  /** Puts the first attempt of some tasks that have not started at the head of the line; says of how many. */
  readonly planProbes: () => number;
}

const maxExampleLength = 120;

/**
 * Decides when a run is over because all that is left would fail.
 *
 * A fatal error ends it at once. Otherwise the first `max(concurrency, 4)` attempts to
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
  let trouble: Storm | null = null;
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

  /** The first kind is the one that the window and the probes must share; a fatal one outdoes it. */
  function note({ errorKind, isFatal, error, taskId, attemptIndex }: AttemptOutcome): void {
    if (errorKind === null) return;
    if (trouble?.kind === errorKind) {
      trouble = { ...trouble, count: trouble.count + 1 };
    } else if (trouble === null || (phase !== "over" && isFatal)) {
      const example = toExample(`${taskId}/${attemptIndex}: ${error ?? errorKind}`);
      trouble = { kind: errorKind, count: 1, example };
    }
  }

  return {
    decided,
    phase: () => phase,
    found: () => (phase === "over" ? trouble : null),
    record(outcome) {
      note(outcome);
      if (phase === "over") return;
      if (outcome.isFatal) settle("over");
      else if (phase === "probing") probe(outcome);
      else watch(outcome);
    },
  };
}

function toExample(text: string): string {
  const isLong = text.length > maxExampleLength;
  return toSafeLine(isLong ? `${text.slice(0, maxExampleLength)}...` : text);
}

/** A watch that never ends a run. */
export const neverStorm: StormWatch = {
  decided: Promise.resolve(),
  phase: () => "calm",
  found: () => null,
  record: () => {},
};
