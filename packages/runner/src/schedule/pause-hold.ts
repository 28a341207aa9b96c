import type { AttemptGate } from "../gate/attempt-gate.ts";
import type { Clock } from "../gate/clock.ts";
import type { Lane } from "../gate/lane.ts";
import { sleep } from "../gate/sleep.ts";

/**
 * Keeps attempts from starting while the provider of the agent's model asks for a wait that would
 * outlast them: each would only fail.
 */
export interface PauseHold {
  /** Looks at how the model calls of an attempt went that is over. */
  record(calls: CallsOfAttempt, hasFailed: boolean): void;
  /**
   * Settles when it is time to ask again; `undefined` when attempts may start. To be asked only when
   * there is one to start: it sleeps from then on.
   */
  over(): Promise<void> | undefined;
  /** Ends the wait. */
  release(): void;
}

type CallsOfAttempt = Pick<AttemptGate, "ownLane" | "pausedLane">;

export interface PauseHoldOptions {
  readonly timeoutMs: number;
  /** Those that end the run, and so the hold. */
  readonly signals: readonly AbortSignal[];
  readonly clock: Clock;
}

/**
 * Holds only after an attempt has failed of the pause, since an agent may have other models to ask;
 * and only while all attempts have had their own model on one lane, since a factory may spread them
 * over several accounts.
 */
export function createPauseHold({ timeoutMs, signals, clock }: PauseHoldOptions): PauseHold {
  const ownLanes = new Set<Lane>();
  let heldLane: Lane | null = null;
  let wait: { readonly over: Promise<void>; readonly stop: () => void } | undefined;

  function begin(durationMs: number): Promise<void> {
    const controller = new AbortController();
    const end = () => {
      wait = undefined;
    };
    const over = sleep(durationMs, [...signals, controller.signal], clock).then(end, end);
    wait = { over, stop: () => controller.abort() };
    return over;
  }

  function release(): void {
    heldLane = null;
    wait?.stop();
  }

  return {
    release,
    over() {
      if (heldLane === null) return undefined;
      const durationMs = heldLane.pausedUntil() - clock.now();
      if (durationMs > 0) return wait?.over ?? begin(durationMs);
      heldLane = null;
      return undefined;
    },
    record(calls, hasFailed) {
      const ownLane = calls.ownLane();
      if (ownLane === null || ownLanes.size > 1) return;
      ownLanes.add(ownLane);
      if (ownLanes.size > 1) release();
      else if (hasFailed && calls.pausedLane() === ownLane) {
        if (ownLane.pausedUntil() - clock.now() >= timeoutMs) heldLane = ownLane;
      }
    },
  };
}
