import { maxDelayMs } from "@rollouts/core";

/** Time and chance, which tests put into their own hands. */
export interface Clock {
  /** In milliseconds, never set back. */
  now(): number;
  /** Calls back once; the function that it gives takes that back. */
  setTimer(callback: () => void, delayMs: number): () => void;
  /** From 0 to below 1. */
  random(): number;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  setTimer(callback, delayMs) {
    // Rounded up, since a timer that fires early would only have to be set again.
    const timer = setTimeout(callback, Math.min(Math.ceil(delayMs), maxDelayMs));
    return () => clearTimeout(timer);
  },
  random: () => Math.random(),
};
