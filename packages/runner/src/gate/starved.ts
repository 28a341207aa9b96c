import type { Clock } from "./clock.ts";

/** What calls wait for, in words. */
export type HeldBackBy =
  | "calls in flight"
  | "requests per minute"
  | "tokens per minute"
  | "a pause"
  | "the first call of the model";

/** Timers may fire so much early. */
const timerSlackMs = 5;

/** True for a call that waited until the time of its attempt was over. */
export function isStarved(endsAt: number, clock: Clock): boolean {
  return clock.now() >= endsAt - timerSlackMs;
}
