import type { Clock } from "./clock.ts";
import { firstAborted, onAnyAbort, throwIfAnyAborted } from "./on-any-abort.ts";

/** Resolves after a delay, or rejects with the reason of the first signal that aborts. */
export function sleep(
  delayMs: number,
  signals: readonly AbortSignal[],
  clock: Clock,
): Promise<void> {
  return new Promise((resolve, reject) => {
    throwIfAnyAborted(signals);
    const cancelTimer = clock.setTimer(() => {
      stopListening();
      resolve();
    }, delayMs);
    const stopListening = onAnyAbort(signals, () => {
      cancelTimer();
      stopListening();
      reject(firstAborted(signals)?.reason);
    });
  });
}
