import type { Clock } from "./clock.ts";
import { type CallOutcome, createLaneLimits, type Seat } from "./lane-limits.ts";
import type { ProviderLimits } from "./limits.ts";
import { firstAborted, onAnyAbort, throwIfAnyAborted } from "./on-any-abort.ts";
import { type HeldBackBy, isStarved } from "./starved.ts";

/** The way of all calls to one account of one provider. First come, first served. */
export interface Lane {
  /** A seat for a call that takes so many tokens, if it may start at once. */
  enter(tokens: number): Seat | undefined;
  /**
   * Waits for a seat. Rejects when a signal aborts; and, at once, with the provider's error, when the
   * lane is paused for longer than the call can wait.
   */
  wait(entry: LaneEntry): Promise<Seat>;
  /** Gives a seat back, once. */
  leave(seat: Seat, outcome: CallOutcome): void;
  /** When the pause is over, which may be in the past. */
  pausedUntil(): number;
  /** Whether starts depend on how many tokens a call takes. */
  countsTokens(): boolean;
  /** When a call was answered last; endless ago when none was. */
  answeredAt(): number;
}

/** A call that wants to start. */
export interface LaneEntry {
  /** How many tokens it is expected to take. */
  readonly tokens: number;
  /** When its attempt is over, on the gate's clock. */
  readonly endsAt: number;
  readonly signals: readonly AbortSignal[];
}

export interface LaneOptions {
  readonly limits: ProviderLimits;
  readonly clock: Clock;
  /** An attempt has run out of time while a call of it was waiting. */
  readonly onStarved: (by: HeldBackBy) => void;
}

interface Waiting extends LaneEntry {
  readonly admit: () => void;
  readonly turnAway: (reason: unknown) => void;
}

const doNothing = () => {};

export function createLane({ limits, clock, onStarved }: LaneOptions): Lane {
  const own = createLaneLimits(limits, clock);
  const { pause } = own;
  const queue = new Set<Waiting>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  let cancelTimer = doNothing;

  function admitAll(): void {
    cancelTimer();
    cancelTimer = doNothing;
    for (const { tokens, admit } of queue) {
      const now = clock.now();
      const startAt = own.readyAt(tokens, now);
      if (startAt > now) {
        if (startAt < Number.POSITIVE_INFINITY) {
          cancelTimer = clock.setTimer(admitAll, startAt - now);
        }
        return;
      }
      admit();
    }
  }

  function turnAwayLate(): void {
    const until = pause.until();
    for (const { endsAt, turnAway } of queue) if (endsAt < until) turnAway(pause.error());
  }

  function wait(entry: LaneEntry): Promise<Seat> {
    const { tokens, endsAt, signals } = entry;
    return new Promise((resolve, reject) => {
      throwIfAnyAborted(signals);
      const leaveQueue = () => {
        queue.delete(waiting);
        stopListening();
      };
      const waiting: Waiting = {
        ...entry,
        admit() {
          leaveQueue();
          // Of an attempt that ends, the place of one call may be offered to the next.
          const aborted = firstAborted(signals);
          if (aborted === undefined) resolve(own.start(tokens, clock.now()));
          else reject(aborted.reason);
        },
        turnAway(reason) {
          leaveQueue();
          reject(reason);
        },
      };
      const stopListening = onAnyAbort(signals, () => {
        if (isStarved(endsAt, clock)) {
          onStarved(own.heldBackBy(tokens, clock.now()));
        }
        waiting.turnAway(firstAborted(signals)?.reason);
        // It may have been the one that the others waited behind.
        admitAll();
      });
      queue.add(waiting);
      admitAll();
    });
  }

  return {
    enter(tokens) {
      if (queue.size > 0) return undefined;
      const now = clock.now();
      return own.readyAt(tokens, now) <= now ? own.start(tokens, now) : undefined;
    },
    wait(entry) {
      const until = pause.until();
      const isInVain = clock.now() < until && entry.endsAt < until;
      return isInVain ? Promise.reject(pause.error()) : wait(entry);
    },
    leave(seat, outcome) {
      own.end(seat, outcome, queue.size > 0);
      if (outcome.type === "answered") answeredAt = clock.now();
      else turnAwayLate();
      admitAll();
    },
    pausedUntil: pause.until,
    countsTokens: own.countsTokens,
    answeredAt: () => answeredAt,
  };
}
