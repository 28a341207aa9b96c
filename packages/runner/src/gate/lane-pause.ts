import { backoffMs } from "./backoff.ts";
import type { Clock } from "./clock.ts";

/** When an account takes calls again that has turned some away. */
export interface LanePause {
  /** When it is over, which may be in the past. */
  until(): number;
  /** The provider's error that it is owed to, for calls that cannot wait so long. */
  error(): unknown;
  /** The provider asks for it. */
  ask(durationMs: number, error: unknown): void;
  /** A call that started then was turned away, and nothing was said of how long to wait. */
  backOff(startedAt: number, error: unknown): void;
  /** A call was answered: the provider takes calls. */
  answered(): void;
}

/** The pause of this round and of all later ones is up to 4 s, for one call that finds out. */
const lastRound = 3;

/**
 * Where the provider does not say how long, it backs off like a call does: up to 1 s, then 2 s, then
 * always 4 s, until a call is answered. Calls that were sent before are of the same round, and prolong
 * nothing.
 */
export function createLanePause(clock: Clock): LanePause {
  let until = Number.NEGATIVE_INFINITY;
  let reason: unknown;
  let roundCount = 0;
  let lastRoundAt = Number.NEGATIVE_INFINITY;

  function prolong(durationMs: number, error: unknown): void {
    const end = clock.now() + durationMs;
    if (durationMs === 0 || end <= until) return;
    until = end;
    reason = error;
  }

  return {
    until: () => until,
    error: () => reason,
    ask: prolong,
    backOff(startedAt, error) {
      if (startedAt < until || startedAt <= lastRoundAt) return;
      lastRoundAt = clock.now();
      roundCount = Math.min(roundCount + 1, lastRound);
      prolong(backoffMs(roundCount, clock), error);
    },
    answered() {
      roundCount = 0;
    },
  };
}
