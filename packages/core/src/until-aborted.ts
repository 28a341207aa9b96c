import { onAbort } from "./on-abort.ts";

/**
 * Waits for work, or for the signal to abort, and then throws its reason. Work that ignores the
 * signal is left behind: what it gives or throws later is dropped.
 */
export async function untilAborted<Value>(
  work: PromiseLike<Value>,
  signal: AbortSignal,
): Promise<Value> {
  let stopWaiting = (): void => undefined;
  const aborted = new Promise<never>((_resolve, reject) => {
    const stop = (): void => reject(signal.reason);
    if (signal.aborted) stop();
    else stopWaiting = onAbort(signal, stop);
  });
  try {
    return await Promise.race([aborted, work]);
  } catch (error) {
    // The work may have noticed first, and put the abort in words of its own.
    signal.throwIfAborted();
    throw error;
  } finally {
    stopWaiting();
  }
}
