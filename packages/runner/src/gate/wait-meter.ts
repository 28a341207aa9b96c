import type { Clock } from "./clock.ts";

/** Measures how long at least one call of an attempt was waiting. */
export interface WaitMeter {
  /** Settles like `wait`. */
  during<Value>(wait: Promise<Value>): Promise<Value>;
  totalMs(): number;
}

/** Waits that overlap count once, so that the total is a part of the attempt's duration. */
export function createWaitMeter(clock: Clock): WaitMeter {
  let waitingCount = 0;
  let startedAt = 0;
  let pastMs = 0;
  return {
    async during(wait) {
      if (waitingCount === 0) startedAt = clock.now();
      waitingCount += 1;
      try {
        return await wait;
      } finally {
        waitingCount -= 1;
        if (waitingCount === 0) pastMs += clock.now() - startedAt;
      }
    },
    totalMs: () => pastMs + (waitingCount > 0 ? clock.now() - startedAt : 0),
  };
}
