import { setImmediate } from "node:timers/promises";

/** How long promises alone may keep the thread to themselves. */
const maxBusyMs = 10;

/** `undefined` when there is nothing to wait for; else resolves when timers and I/O had a turn. */
export type GiveTurn = () => Promise<void> | undefined;

/**
 * Makes a function that lets timers and I/O have a turn when they may have had none for 10 ms.
 *
 * Without it, attempts that wait for nothing but promises would keep deadlines and aborts, which
 * come from timers and signals, from ever getting through. In between it costs one look at the clock.
 */
export function createGiveTurn(): GiveTurn {
  let lastTurnAt = performance.now();
  const giveTurn = async () => {
    await setImmediate();
    lastTurnAt = performance.now();
  };
  return () => (performance.now() - lastTurnAt < maxBusyMs ? undefined : giveTurn());
}
